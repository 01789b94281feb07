package dev.hindsight.bench.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;

class GuardedFieldsTest {
    /** Only the first field is guarded. */
    static final class Account {
        private int balance;
        private int seen;
        private int others;
        int open;

        Account(int start) {
            balance = start;
        }

        synchronized void pay(int amount, Account from) {
            balance += amount;
            seen++;
            others++;
            open++;
            from.others--;
        }

        int seen() {
            return seen;
        }
    }

    static final class Vault {
        private int gold;

        synchronized void add() {
            gold++;
        }
    }

    /** Sees a private field of a class beside it. */
    static int look(Vault vault) {
        return vault.gold;
    }

    @Test
    void fieldOfThisInSynchronizedMethodsIsGuarded() throws Exception {
        ClassLoader loader = GuardedFieldsTest.class.getClassLoader();
        String prefix = GuardedFieldsTest.class.getName().replace('.', '/');

        ClassReader account = ProgramClasses.read(loader, prefix + "$Account").orElseThrow();
        assertThat(GuardedFields.of(account, loader)).containsExactly("balance");
        ClassReader vault = ProgramClasses.read(loader, prefix + "$Vault").orElseThrow();
        assertThat(GuardedFields.of(vault, loader)).isEmpty();
    }
}
