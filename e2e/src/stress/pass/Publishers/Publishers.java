import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

/** A publisher and subscribers that ask for more at their own pace. */
public class Publishers {
    private static final StringBuffer ORDER = new StringBuffer();

    private record Subscriber(int number, CountDownLatch end, Flow.Subscription[] to)
            implements Flow.Subscriber<Integer> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            to[0] = subscription;
            subscription.request(1 + number);
        }

        @Override
        public void onNext(Integer item) {
            ORDER.append(number).append(':').append(item).append(' ');
            for (int i = 0; i < 1_000 * number; i++) {
                to[0] = to[0];
            }
            to[0].request(1);
        }

        @Override
        public void onError(Throwable failure) {
            ORDER.append(failure);
            end.countDown();
        }

        @Override
        public void onComplete() {
            ORDER.append(number).append("end ");
            end.countDown();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        CountDownLatch end = new CountDownLatch(3);
        try (SubmissionPublisher<Integer> publisher = new SubmissionPublisher<>(pool, 4)) {
            for (int i = 0; i < 3; i++) {
                publisher.subscribe(new Subscriber(i, end, new Flow.Subscription[1]));
            }
            for (int i = 0; i < 40; i++) {
                int lag = i % 5 == 0 ? publisher.offer(i, null) : publisher.submit(i);
                ORDER.append('<').append(lag).append('>');
            }
        }
        end.await();
        pool.shutdown();
        System.out.println(ORDER);
    }
}
