//! When it is our turn to see a class, if other agents rewrite classes as well: after them.
//!
//! The JVM shows a class to the environments of the tool interface in the order in which they were
//! made, but to those that can retransform classes last. A Java agent's environment is made when
//! its `-javaagent` is read, and what it registers without leave to retransform (JaCoCo, AspectJ)
//! is called through that. So the environment that sees the first classes of the JDK hands over, as
//! soon as all options have been read, to one that comes after all of those: JaCoCo names classes
//! by a checksum of what it is shown, and a weaver's code is to be checked, too.
//!
//! Retransformation (Mockito) starts from what this environment has made of the class, without
//! asking it again; redefinition asks it.

use jvmti_bindings::env::{JniEnv, Jvmti};
use jvmti_bindings::sys::jvmti as sys;

const CLASSES: [sys::jvmtiEvent; 1] = [sys::JVMTI_EVENT_CLASS_FILE_LOAD_HOOK];

/// Lets classes be seen by a new environment, the last one, in place of the given one.
pub fn last(first: &Jvmti, jni: &JniEnv) -> Result<(), String> {
    let vm = jni.get_java_vm().map_err(|error| format!("there is no JVM ({error})"))?;
    // SAFETY: the JVM itself has just said where it is.
    let last = unsafe { Jvmti::from_java_vm_raw(vm) }
        .map_err(|error| format!("the JVM has no second tool interface ({error})"))?;
    last.add_capabilities_with(|capabilities| {
        capabilities.set_can_generate_all_class_hook_events(true);
    })
    .and_then(|_| last.set_default_agent_callbacks())
    // In between a class may be shown to both, which is no harm.
    .and_then(|()| last.enable_events_global(&CLASSES))
    .and_then(|()| first.disable_events_global(&CLASSES))
    .map_err(|error| format!("the JVM does not let classes be seen: {error:?}"))
}
