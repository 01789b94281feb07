import java.net.URL;
import java.net.URLClassLoader;

/**
 * Loads its own classes once more, through a loader of its own. When the JVM verifies the zoo it asks for the animals, method
 * by method, in an order of its own.
 */
public class OwnLoader {
    static class Ant extends AntBase {}

    static class AntBase {}

    static class Bee extends BeeBase {}

    static class BeeBase {}

    static class Cat extends CatBase {}

    static class CatBase {}

    static class Dog extends DogBase {}

    static class DogBase {}

    static class Elk extends ElkBase {}

    static class ElkBase {}

    static class Fox extends FoxBase {}

    static class FoxBase {}

    static class Gnu extends GnuBase {}

    static class GnuBase {}

    static class Hen extends HenBase {}

    static class HenBase {}

    static class Ibis extends IbisBase {}

    static class IbisBase {}

    static class Jay extends JayBase {}

    static class JayBase {}

    static class Kiwi extends KiwiBase {}

    static class KiwiBase {}

    static class Lynx extends LynxBase {}

    static class LynxBase {}

    static class Mole extends MoleBase {}

    static class MoleBase {}

    static class Newt extends NewtBase {}

    static class NewtBase {}

    static class Owl extends OwlBase {}

    static class OwlBase {}

    static class Puma extends PumaBase {}

    static class PumaBase {}

    /** Whoever verifies this has to know which animal is which. */
    public static class Zoo implements Runnable {
        AntBase makeAnt(boolean yes) {
            AntBase made = yes ? new Ant() : new AntBase();
            return made;
        }

        BeeBase makeBee(boolean yes) {
            BeeBase made = yes ? new Bee() : new BeeBase();
            return made;
        }

        CatBase makeCat(boolean yes) {
            CatBase made = yes ? new Cat() : new CatBase();
            return made;
        }

        DogBase makeDog(boolean yes) {
            DogBase made = yes ? new Dog() : new DogBase();
            return made;
        }

        ElkBase makeElk(boolean yes) {
            ElkBase made = yes ? new Elk() : new ElkBase();
            return made;
        }

        FoxBase makeFox(boolean yes) {
            FoxBase made = yes ? new Fox() : new FoxBase();
            return made;
        }

        GnuBase makeGnu(boolean yes) {
            GnuBase made = yes ? new Gnu() : new GnuBase();
            return made;
        }

        HenBase makeHen(boolean yes) {
            HenBase made = yes ? new Hen() : new HenBase();
            return made;
        }

        IbisBase makeIbis(boolean yes) {
            IbisBase made = yes ? new Ibis() : new IbisBase();
            return made;
        }

        JayBase makeJay(boolean yes) {
            JayBase made = yes ? new Jay() : new JayBase();
            return made;
        }

        KiwiBase makeKiwi(boolean yes) {
            KiwiBase made = yes ? new Kiwi() : new KiwiBase();
            return made;
        }

        LynxBase makeLynx(boolean yes) {
            LynxBase made = yes ? new Lynx() : new LynxBase();
            return made;
        }

        MoleBase makeMole(boolean yes) {
            MoleBase made = yes ? new Mole() : new MoleBase();
            return made;
        }

        NewtBase makeNewt(boolean yes) {
            NewtBase made = yes ? new Newt() : new NewtBase();
            return made;
        }

        OwlBase makeOwl(boolean yes) {
            OwlBase made = yes ? new Owl() : new OwlBase();
            return made;
        }

        PumaBase makePuma(boolean yes) {
            PumaBase made = yes ? new Puma() : new PumaBase();
            return made;
        }

        @Override
        public void run() {
            System.out.println(getClass().getClassLoader() + " " + makeElk(true) + " " + makeJay(false));
        }
    }

    /** Says which classes it is asked for. */
    static class Telling extends URLClassLoader {
        Telling(URL... urls) {
            super(urls, null);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            System.out.println("looking for " + name);
            return super.findClass(name);
        }
    }

    /** Is asked by the JVM itself, instead of the class it extends. */
    static class Overriding extends Telling {
        private int asked;

        Overriding(URL... urls) {
            super(urls);
        }

        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            asked++;
            try {
                return super.loadClass(name);
            } catch (ClassNotFoundException e) {
                throw new ClassNotFoundException(name + " as number " + asked, e);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        URL own = OwnLoader.class.getProtectionDomain().getCodeSource().getLocation();
        for (int i = 0; i < 4; i++) {
            try (Telling loader = i < 2 ? new Telling(own) : new Overriding(own)) {
                Runnable zoo = (Runnable) loader.loadClass("OwnLoader$Zoo")
                        .getDeclaredConstructor()
                        .newInstance();
                zoo.run();
                try {
                    loader.loadClass("missing.Animal");
                } catch (ClassNotFoundException e) {
                    System.out.println(e);
                }
            }
        }
    }
}
