package dev.hindsight.e2e;

import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.ClassType;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.Location;
import com.sun.jdi.Method;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.StringReference;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.Value;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.LocatableEvent;
import com.sun.jdi.event.VMDeathEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.ExceptionRequest;
import com.sun.jdi.request.StepRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A debugger like those of IDEs, for one breakpoint. */
final class JdiClient {
    private static final int PATIENCE_MILLIS = 60_000;

    private final VirtualMachine machine;
    private EventSet last;

    private JdiClient(VirtualMachine machine) {
        this.machine = machine;
    }

    static JdiClient attach(int port) throws Exception {
        AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(each -> each.name().equals("com.sun.jdi.SocketAttach"))
                .findFirst()
                .orElseThrow();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("hostname").setValue("localhost");
        arguments.get("port").setValue(Integer.toString(port));
        arguments.get("timeout").setValue("20000");
        return new JdiClient(connector.attach(arguments));
    }

    VirtualMachine machine() {
        return machine;
    }

    /** The program will stop at the beginning of a method. */
    void breakAt(String type, String method, int suspendPolicy) throws InterruptedException {
        if (machine.classesByName(type).isEmpty()) {
            ClassPrepareRequest request = machine.eventRequestManager().createClassPrepareRequest();
            request.addClassFilter(type);
            request.enable();
            nextOf(ClassPrepareEvent.class).orElseThrow();
            request.disable();
        }
        ReferenceType found = machine.classesByName(type).get(0);
        Location start = found.methodsByName(method).get(0).location();
        BreakpointRequest breakpoint = machine.eventRequestManager().createBreakpointRequest(start);
        breakpoint.setSuspendPolicy(suspendPolicy);
        breakpoint.enable();
    }

    /** The program will stop where it throws an exception, caught or not. */
    void breakAtExceptions(String type) {
        ExceptionRequest request = machine.eventRequestManager().createExceptionRequest(null, true, true);
        request.addClassFilter(type);
        request.enable();
    }

    /** Lets the program run to where it stops next; empty if it comes to its end. */
    Optional<ThreadReference> toNextStop() throws InterruptedException {
        return nextOf(LocatableEvent.class).map(LocatableEvent::thread);
    }

    /** Steps once; empty if the program comes to its end. */
    Optional<ThreadReference> step(ThreadReference thread, int depth) throws InterruptedException {
        StepRequest request = machine.eventRequestManager().createStepRequest(thread, StepRequest.STEP_LINE, depth);
        request.addCountFilter(1);
        request.enable();
        Optional<ThreadReference> stopped = toNextStop();
        machine.eventRequestManager().deleteEventRequest(request);
        return stopped;
    }

    private <E extends Event> Optional<E> nextOf(Class<E> wanted) throws InterruptedException {
        while (true) {
            if (last != null) {
                last.resume();
            }
            last = machine.eventQueue().remove(PATIENCE_MILLIS);
            if (last == null) {
                throw new AssertionError("The replay does not get anywhere");
            }
            for (Event event : last) {
                if (event instanceof VMDeathEvent || event instanceof VMDisconnectEvent) {
                    return Optional.empty();
                }
                if (wanted.isInstance(event)) {
                    return Optional.of(wanted.cast(event));
                }
            }
        }
    }

    static Value local(ThreadReference thread, String name)
            throws IncompatibleThreadStateException, AbsentInformationException {
        StackFrame frame = thread.frame(0);
        return frame.getValue(frame.visibleVariableByName(name));
    }

    /** What an IDE shows for an object; others run meanwhile only if all had to stop. */
    static String shown(ThreadReference thread, Value object) throws Exception {
        int options = thread.virtualMachine().eventRequestManager().breakpointRequests().stream()
                        .allMatch(request -> request.suspendPolicy() == EventRequest.SUSPEND_ALL)
                ? 0
                : ObjectReference.INVOKE_SINGLE_THREADED;
        ObjectReference reference = (ObjectReference) object;
        Method method = reference.referenceType().methodsByName("toString", "()Ljava/lang/String;").stream()
                .findFirst()
                .orElseThrow();
        return ((StringReference) reference.invokeMethod(thread, method, List.of(), options)).value();
    }

    static Value callStatic(ThreadReference thread, String type, String method, List<Value> arguments)
            throws Exception {
        ClassType owner =
                (ClassType) thread.virtualMachine().classesByName(type).get(0);
        Method called = owner.methodsByName(method).stream()
                .filter(each -> each.argumentTypeNames()
                        .equals(arguments.stream()
                                .map(argument -> argument.type().name())
                                .toList()))
                .findFirst()
                .orElseThrow();
        return owner.invokeMethod(thread, called, arguments, 0);
    }
}
