#include <jni.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What NativeCode.java calls; each result depends on when or in which process it is called. */

static jlong now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (jlong) time.tv_sec * 1000000000L + time.tv_nsec;
}

JNIEXPORT jint JNICALL Java_NativeCode_pid(JNIEnv *env, jclass self) {
    return getpid();
}

JNIEXPORT jlong JNICALL Java_NativeCode_ticks(JNIEnv *env, jclass self, jint add) {
    return now() + add;
}

JNIEXPORT jdouble JNICALL Java_NativeCode_real(JNIEnv *env, jclass self, jdouble by, jfloat and) {
    return by * and * (double) now();
}

JNIEXPORT jfloat JNICALL Java_NativeCode_single(JNIEnv *env, jclass self) {
    return (jfloat) now() / 3;
}

JNIEXPORT jboolean JNICALL Java_NativeCode_odd(JNIEnv *env, jclass self) {
    return (now() & 1) != 0;
}

JNIEXPORT jbyte JNICALL Java_NativeCode_low(JNIEnv *env, jclass self) {
    return (jbyte) now();
}

JNIEXPORT jchar JNICALL Java_NativeCode_letter(JNIEnv *env, jclass self) {
    return (jchar) ('a' + now() % 26);
}

JNIEXPORT jstring JNICALL Java_NativeCode_text(JNIEnv *env, jobject self, jstring head) {
    char text[200];
    const char *chars = (*env)->GetStringUTFChars(env, head, NULL);
    snprintf(text, sizeof text, "%s %d %ld", chars, getpid(), (long) now());
    (*env)->ReleaseStringUTFChars(env, head, chars);
    return (*env)->NewStringUTF(env, text);
}

JNIEXPORT jlongArray JNICALL Java_NativeCode_longs(JNIEnv *env, jclass self, jint count) {
    jlongArray array = (*env)->NewLongArray(env, count);
    for (int i = 0; i < count; i++) {
        jlong value = now();
        (*env)->SetLongArrayRegion(env, array, i, 1, &value);
    }
    return array;
}

JNIEXPORT jobjectArray JNICALL Java_NativeCode_texts(JNIEnv *env, jclass self) {
    jobjectArray array = (*env)->NewObjectArray(env, 2, (*env)->FindClass(env, "java/lang/String"), NULL);
    char text[50];
    snprintf(text, sizeof text, "process %d", getpid());
    (*env)->SetObjectArrayElement(env, array, 1, (*env)->NewStringUTF(env, text));
    return array;
}

JNIEXPORT void JNICALL Java_NativeCode_fill(JNIEnv *env, jclass self, jbyteArray array, jint from) {
    jsize size = (*env)->GetArrayLength(env, array);
    jlong value = now();
    (*env)->SetByteArrayRegion(env, array, from, size - from < 8 ? size - from : 8, (jbyte *) &value);
}

JNIEXPORT jint JNICALL Java_NativeCode_fillBuffer(JNIEnv *env, jclass self, jobject buffer) {
    jlong value = now();
    memcpy((*env)->GetDirectBufferAddress(env, buffer), &value, 8);
    return 8;
}

JNIEXPORT jobject JNICALL Java_NativeCode_buffer(JNIEnv *env, jclass self) {
    static jlong value;
    value = now();
    return (*env)->NewDirectByteBuffer(env, &value, sizeof value);
}

JNIEXPORT void JNICALL Java_NativeCode_open(JNIEnv *env, jobject self) {
    jclass type = (*env)->GetObjectClass(env, self);
    (*env)->SetLongField(env, self, (*env)->GetFieldID(env, type, "handle", "J"), now());
    (*env)->SetBooleanField(env, self, (*env)->GetFieldID(env, type, "isOpen", "Z"), JNI_TRUE);
    (*env)->SetObjectField(env, self, (*env)->GetFieldID(env, type, "name", "Ljava/lang/String;"),
            (*env)->NewStringUTF(env, "opened"));
}

JNIEXPORT jobject JNICALL Java_NativeCode_itself(JNIEnv *env, jclass self, jobject first, jobject second) {
    return second;
}

JNIEXPORT void JNICALL Java_NativeCode_fail(JNIEnv *env, jclass self, jstring name) {
    char text[50];
    snprintf(text, sizeof text, "failed in %d", getpid());
    const char *chars = (*env)->GetStringUTFChars(env, name, NULL);
    (*env)->ThrowNew(env, (*env)->FindClass(env, chars), text);
}

JNIEXPORT void JNICALL Java_NativeCode_pause(JNIEnv *env, jclass self, jint millis) {
    usleep(1000 * millis);
}

JNIEXPORT jobject JNICALL Java_NativeCode_object(JNIEnv *env, jclass self) {
    jclass type = (*env)->FindClass(env, "java/util/ArrayList");
    return (*env)->NewObject(env, type, (*env)->GetMethodID(env, type, "<init>", "()V"));
}

JNIEXPORT void JNICALL Java_NativeCode_callBack(JNIEnv *env, jclass self, jobject task) {
    jclass type = (*env)->GetObjectClass(env, task);
    (*env)->CallVoidMethod(env, task, (*env)->GetMethodID(env, type, "run", "()V"));
}

static jint registered(JNIEnv *env, jclass self) {
    return -getpid();
}

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *reserved) {
    JNIEnv *env;
    (*vm)->GetEnv(vm, (void **) &env, JNI_VERSION_1_8);
    JNINativeMethod methods[] = {{"negative", "()I", (void *) registered}};
    (*env)->RegisterNatives(env, (*env)->FindClass(env, "NativeCode"), methods, 1);
    return JNI_VERSION_1_8;
}
