/** What stands between a debugger and a replaying JVM: the wire protocol of Java debuggers, and who may say what. */
package dev.hindsight.session.debug;
