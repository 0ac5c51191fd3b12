//! The Java half: its classes are defined in the boot loader, its natives bound, its gate opened.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;
use std::sync::OnceLock;

use jvmti_bindings::env::{JniEnv, Jvmti};
use jvmti_bindings::sys::jni;
use redflag_artifact::run_options::Filter;
use redflag_instrument::carrier::GATE;
use redflag_instrument::hooks::CARRIER;

use crate::found::{Elements, Side, Told, is_same_pair, race};
use crate::output::{Counted, print_race};
use crate::places::Places;
use crate::session::{Session, lock};

/// Every class of the runtime by name, after those that it extends.
static CLASSES: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/runtime_classes.rs"));

const START_UP: &str = "redflag/runtime/StartUp";
const STATISTICS: &str = "redflag/runtime/Statistics";
const REPORTER: &str = "redflag/runtime/Reporter";
const AGENT: &str = "redflag/runtime/Agent";

/// What the natives, which are plain functions, work on.
static SESSION: OnceLock<&'static Session> = OnceLock::new();
static PLACES: OnceLock<Places> = OnceLock::new();

/// Defines the runtime's classes, as soon as the JVM can: instrumented code names one of them.
pub fn define(jni: &JniEnv) -> Result<(), String> {
    for (name, bytes) in CLASSES {
        // SAFETY: the environment is that of this thread, and without a loader there are no handles.
        let class = unsafe { jni.define_class(name, null_mut(), bytes) };
        class.ok_or_else(|| failed(jni, &format!("cannot define {name}")))?;
    }
    Ok(())
}

/// Brings the runtime up, in the thread that will run `main`.
pub fn start(jvmti: &Jvmti, jni: &JniEnv, session: &'static Session) -> Result<(), String> {
    let _ = SESSION.set(session);
    let _ = PLACES.set(Places::new(jvmti));
    // SAFETY: all handles below come from this environment, in this thread, in this call.
    unsafe {
        let start_up = class(jni, START_UP)?;
        let object = class(jni, "java/lang/Object")?;
        let modules = (jni.get_module(object), jni.get_module(start_up));
        let (Ok(java_base), Ok(unnamed)) = modules else {
            return Err("the JVM has no modules".to_owned());
        };
        jvmti
            .add_module_reads(java_base, unnamed)
            .and_then(|()| jvmti.add_module_exports(java_base, "jdk.internal.misc", unnamed))
            .map_err(|error| format!("java.base cannot be opened to the runtime: {error:?}"))?;
        bind_natives(jni)?;
        let options = start_options(session);
        let string = class(jni, "java/lang/String")?;
        let array = strings(jni, string, &options)?;
        let run = jni
            .get_static_method_id(start_up, "run", "([Ljava/lang/String;)V")
            .ok_or_else(|| failed(jni, "the runtime has no start"))?;
        jni.call_static_void_method(start_up, run, &[jni::jvalue { l: array }]);
        if jni.exception_check() {
            return Err(failed(jni, "the runtime does not start"));
        }
        open_gate(jni)
    }
}

fn start_options(session: &Session) -> Vec<&'static str> {
    let mut options = Vec::new();
    if session.options.stats.is_some() {
        options.push("count-rules");
    }
    if session.options.count_accesses {
        options.push("count-accesses");
    }
    if session.options.detector.compresses_arrays() {
        options.push("compress-arrays");
    }
    if session.options.filter == Some(Filter::Tree) {
        options.push("filter-tree");
    }
    options
}

/// What the runtime counted up to now.
pub fn counted(jni: &JniEnv) -> Counted {
    // SAFETY: as in `start`.
    unsafe {
        let mut counted = Counted::default();
        let Ok(statistics) = class(jni, STATISTICS) else { return counted };
        let all = call_object(jni, statistics, "all", "()[Ljava/lang/String;");
        let texts = all.and_then(|array| string_array(jni, array)).unwrap_or_default();
        for pair in texts.chunks_exact(2) {
            if let Ok(value) = pair[1].parse() {
                counted.figures.push((pair[0].clone(), value));
            }
        }
        let Ok(reporter) = class(jni, REPORTER) else { return counted };
        if let Some(array) = call_object(jni, reporter, "counts", "()[J") {
            let length = jni.get_array_length(array);
            let mut numbers = vec![0; length as usize];
            jni.get_long_array_region(array, 0, length, &mut numbers);
            for six in numbers.chunks_exact(6) {
                let pair = (six[0], six[1], six[2], six[3], six[4]);
                counted.races.push((pair, six[5] as u64));
            }
        }
        counted
    }
}

unsafe fn call_object(
    jni: &JniEnv,
    class: jni::jclass,
    name: &str,
    ty: &str,
) -> Option<jni::jobject> {
    // SAFETY: the caller's class is one of this environment.
    unsafe {
        let Some(method) = jni.get_static_method_id(class, name, ty) else {
            jni.exception_clear();
            return None;
        };
        let result = jni.call_static_object_method(class, method, &[]);
        if jni.exception_check() {
            jni.exception_clear();
            return None;
        }
        (!result.is_null()).then_some(result)
    }
}

unsafe fn open_gate(jni: &JniEnv) -> Result<(), String> {
    // SAFETY: the class and its field belong together.
    unsafe {
        let carrier = class(jni, CARRIER)?;
        let gate = jni
            .get_static_field_id(carrier, GATE, "Z")
            .ok_or_else(|| failed(jni, "the carrier was not instrumented"))?;
        jni.set_static_boolean_field(carrier, gate, true);
    }
    Ok(())
}

unsafe fn bind_natives(jni: &JniEnv) -> Result<(), String> {
    let native = |name: &'static std::ffi::CStr, ty: &'static std::ffi::CStr, to: *mut c_void| {
        jni::JNINativeMethod {
            name: name.as_ptr().cast_mut(),
            signature: ty.as_ptr().cast_mut(),
            fnPtr: to,
        }
    };
    let methods = [
        native(c"describe", c"(I)[Ljava/lang/String;", describe as *mut c_void),
        native(
            c"race",
            c"(ILjava/lang/String;JJIIIZIZLjava/lang/String;Ljava/lang/String;[Ljava/lang/String;[Ljava/lang/String;[Ljava/lang/String;[Ljava/lang/String;[Ljava/lang/String;[Ljava/lang/String;)V",
            on_race as *mut c_void,
        ),
    ];
    let asked = [
        native(c"site", c"(IZZ)I", site as *mut c_void),
        native(c"key", c"(ILjava/lang/String;)I", key as *mut c_void),
        native(c"transform", c"([B)[B", transform as *mut c_void),
    ];
    // SAFETY: the functions have the signatures that are given for them.
    unsafe {
        for (name, methods) in [(REPORTER, methods.as_slice()), (AGENT, asked.as_slice())] {
            jni.register_natives(class(jni, name)?, methods)
                .map_err(|_| failed(jni, "the natives of the runtime cannot be bound"))?;
        }
    }
    Ok(())
}

unsafe extern "system" fn describe(
    env: *mut jni::JNIEnv,
    _: jni::jclass,
    key: jni::jint,
) -> jni::jobject {
    let described = catch_unwind(AssertUnwindSafe(|| {
        let field = SESSION.get()?.field(key as u32)?;
        let kind = if field.is_static { "static" } else { "instance" };
        let (index, count) = (field.index.to_string(), field.count.to_string());
        let class = field.class.replace('/', ".");
        let suffix = if field.count > 0 { field.suffix.as_str() } else { "" };
        let texts = [&class, &field.name, suffix, kind, &index, &count, &field.descriptor];
        // SAFETY: the JVM calls this with an environment of the current thread.
        unsafe {
            let jni = JniEnv::from_raw(env);
            let string = class_or_clear(&jni, "java/lang/String")?;
            strings(&jni, string, &texts).ok()
        }
    }));
    described.ok().flatten().unwrap_or(null_mut())
}

#[allow(clippy::too_many_arguments)]
unsafe extern "system" fn on_race(
    env: *mut jni::JNIEnv,
    _: jni::jclass,
    key: jni::jint,
    array_type: jni::jstring,
    index: jni::jlong,
    last: jni::jlong,
    stride: jni::jint,
    origin: jni::jint,
    site: jni::jint,
    is_write: jni::jboolean,
    other_site: jni::jint,
    other_is_write: jni::jboolean,
    thread: jni::jstring,
    other_thread: jni::jstring,
    stack: jni::jobjectArray,
    other_stack: jni::jobjectArray,
    created_at: jni::jobjectArray,
    other_created_at: jni::jobjectArray,
    locks: jni::jobjectArray,
    other_locks: jni::jobjectArray,
) {
    // Whatever goes wrong here must not reach the program.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        let Some(session) = SESSION.get() else { return };
        // SAFETY: the JVM calls this with an environment and handles of the current thread.
        let told = unsafe {
            let jni = JniEnv::from_raw(env);
            let text = |s: jni::jstring| if s.is_null() { None } else { jni.get_string_lossy(s) };
            let list = |a: jni::jobjectArray| string_array(&jni, a);
            Told {
                key,
                array_type: text(array_type),
                elements: Elements { first: index, last, stride },
                origin: origin as u32,
                sides: [
                    Side {
                        site: site as u32,
                        is_write: is_write != 0,
                        thread: text(thread),
                        stack: list(stack),
                        created_at: list(created_at),
                        locks: list(locks),
                    },
                    Side {
                        site: other_site as u32,
                        is_write: other_is_write != 0,
                        thread: text(other_thread),
                        stack: list(other_stack),
                        created_at: list(other_created_at),
                        locks: list(other_locks),
                    },
                ],
            }
        };
        if let Some(found) = race(session, told) {
            // Printed under the lock, so that two races do not mix on the screen.
            let mut all = lock(&session.found);
            if !all.iter().any(|known| is_same_pair(&known.race, &found.race)) {
                print_race(session, &found.race);
            }
            all.push(found);
        }
    }));
}

unsafe extern "system" fn site(
    env: *mut jni::JNIEnv,
    _: jni::jclass,
    key: jni::jint,
    is_write: jni::jboolean,
    is_atomic: jni::jboolean,
) -> jni::jint {
    let site = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the JVM calls this with an environment of the current thread.
        let jni = unsafe { JniEnv::from_raw(env) };
        PLACES.get()?.site(SESSION.get()?, &jni, key, is_write != 0, is_atomic != 0)
    }));
    site.ok().flatten().map_or(-1, |site| site as jni::jint)
}

unsafe extern "system" fn key(
    env: *mut jni::JNIEnv,
    _: jni::jclass,
    first: jni::jint,
    name: jni::jstring,
) -> jni::jint {
    let key = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the JVM calls this with an environment and a string of the current thread.
        let name = unsafe { JniEnv::from_raw(env).get_string_lossy(name)? };
        SESSION.get()?.key(first as u32, &name)
    }));
    key.ok().flatten().map_or(-1, |key| key as jni::jint)
}

unsafe extern "system" fn transform(
    env: *mut jni::JNIEnv,
    _: jni::jclass,
    hidden: jni::jbyteArray,
) -> jni::jbyteArray {
    let transformed = catch_unwind(AssertUnwindSafe(|| {
        let session = SESSION.get()?;
        // SAFETY: the JVM calls this with an environment and an array of the current thread; each
        // buffer is as long as the array.
        unsafe {
            let jni = JniEnv::from_raw(env);
            let length = jni.get_array_length(hidden);
            let mut bytes = vec![0; length as usize];
            jni.get_byte_array_region(hidden, 0, length, &mut bytes);
            let bytes: Vec<u8> = bytes.into_iter().map(|byte| byte as u8).collect();
            let done = session.transform_hidden(&bytes)?;
            let done: Vec<i8> = done.into_iter().map(|byte| byte as i8).collect();
            let length = jni::jsize::try_from(done.len()).ok()?;
            let array = jni.new_byte_array(length)?;
            jni.set_byte_array_region(array, 0, length, &done);
            Some(array)
        }
    }));
    transformed.ok().flatten().unwrap_or(null_mut())
}

unsafe fn string_array(jni: &JniEnv, array: jni::jobjectArray) -> Option<Vec<String>> {
    if array.is_null() {
        return None;
    }
    // SAFETY: the array is a live array of strings.
    unsafe {
        let length = jni.get_array_length(array);
        let mut texts = Vec::new();
        for at in 0..length {
            let element = jni.get_object_array_element(array, at);
            if !element.is_null() {
                texts.push(jni.get_string_lossy(element).unwrap_or_default());
                jni.delete_local_ref(element);
            }
        }
        Some(texts)
    }
}

unsafe fn strings<S: AsRef<str>>(
    jni: &JniEnv,
    string: jni::jclass,
    texts: &[S],
) -> Result<jni::jobject, String> {
    // SAFETY: the handles are made here or are the caller's.
    unsafe {
        let array = jni
            .new_object_array(texts.len() as jni::jsize, string, null_mut())
            .ok_or_else(|| failed(jni, "there is no memory left"))?;
        for (at, text) in (0..).zip(texts) {
            let text = jni
                .new_string(text.as_ref())
                .ok_or_else(|| failed(jni, "there is no memory left"))?;
            jni.set_object_array_element(array, at, text);
            jni.delete_local_ref(text);
        }
        Ok(array)
    }
}

unsafe fn class(jni: &JniEnv, name: &str) -> Result<jni::jclass, String> {
    jni.find_class(name).ok_or_else(|| failed(jni, &format!("{name} cannot be found")))
}

unsafe fn class_or_clear(jni: &JniEnv, name: &str) -> Option<jni::jclass> {
    // SAFETY: the caller's environment is of the current thread.
    unsafe { class(jni, name).ok() }
}

/// The sentence, with what the JVM has to say; the exception is taken away.
fn failed(jni: &JniEnv, sentence: &str) -> String {
    if jni.exception_check() {
        if std::env::var_os("REDFLAG_DEBUG").is_some() {
            jni.exception_describe();
        }
        jni.exception_clear();
    }
    sentence.to_owned()
}

#[cfg(test)]
mod tests {
    use redflag_classfile::{ClassFile, Flags};
    use redflag_instrument::hooks;

    use super::CLASSES;

    /// The carrier is not linked with the runtime until a hook is called.
    #[test]
    fn the_runtime_has_every_hook() {
        for hook in hooks::ALL {
            let (_, bytes) = CLASSES.iter().find(|(name, _)| *name == hook.class).unwrap();
            let class = ClassFile::read_headers(bytes).unwrap();
            let flags = Flags::PUBLIC.with(Flags::STATIC);
            let has_it = class.methods.iter().any(|method| {
                method.flags == flags
                    && class.pool.text(method.name).unwrap() == hook.name
                    && class.pool.text(method.descriptor).unwrap() == hook.runtime_descriptor()
            });
            assert!(has_it, "{} has no {}{}", hook.class, hook.name, hook.runtime_descriptor());
            assert!(class.flags.has(Flags::PUBLIC), "{} is not public", hook.class);
        }
    }
}
