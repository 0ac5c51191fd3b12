//! The JVMTI agent: rewrites classes as they load, brings up the runtime inside the JVM, and writes
//! the report at the end.
//!
//! The only crate with unsafe code. Whatever fails in here, the program goes on: a class that
//! cannot be rewritten runs as it is and is listed, and no panic or exception gets out. Only what
//! makes the whole run pointless, such as options that mean nothing, stops the JVM, before the
//! program has begun.

mod found;
mod output;
mod places;
mod runtime;
mod session;
mod turn;
mod universe;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use jvmti_bindings::prelude::*;
use jvmti_bindings::sys::jvmti as sys;
use redflag_artifact::run_options::{CHILDREN, RunOptions, TOOL_OPTIONS};

use output::complain;
use session::Session;
use universe::Universe;

/// What the JVM exits with when it could not be made to watch the program.
const BAD_USAGE: i32 = 64;
const FAILED: i32 = 70;

#[derive(Default)]
struct RedflagAgent {
    session: OnceLock<&'static Session>,
    finished: AtomicBool,
}

impl Agent for RedflagAgent {
    fn on_load(&self, context: AgentLoadContext<'_>) -> jni::jint {
        match self.load(&context) {
            Ok(()) => jni::JNI_OK,
            Err((status, sentence)) => {
                complain(&sentence);
                // The JVM would add lines of its own and exit with 1.
                leave(status)
            }
        }
    }

    fn on_attach(&self, _: AgentLoadContext<'_>) -> jni::jint {
        complain(
            "the agent must be there from the start of the JVM: use -agentpath, or redflag run",
        );
        jni::JNI_ERR
    }

    /// The agents of Java that come before this one run code of theirs before `vm_init`, and that may be checked.
    fn vm_start(&self, context: CallbackContext<'_>) {
        let (Some(_), Some(jni)) = (self.session.get(), context.jni()) else { return };
        or_leave(runtime::define(jni));
    }

    fn vm_init(&self, context: CallbackContext<'_>, _: ThreadEvent) {
        let (Some(session), Some(jni)) = (self.session.get(), context.jni()) else { return };
        let started = turn::last(context.jvmti(), jni)
            .and_then(|()| runtime::start(context.jvmti(), jni, session));
        or_leave(started);
    }

    fn class_file_load_hook<'callback>(
        &self,
        context: CallbackContext<'callback>,
        mut event: ClassFileLoadHookEvent<'callback>,
    ) {
        let Some(session) = self.session.get() else { return };
        let is_new = event.class_being_redefined().is_null();
        if let Some(bytes) = session.transform(event.class_data(), is_new) {
            let _ = event.set_transformed_class(&context, &bytes);
        }
    }

    fn vm_death(&self, context: CallbackContext<'_>) {
        let Some(session) = self.session.get() else { return };
        if self.finished.swap(true, Ordering::AcqRel) {
            return;
        }
        let counted = context.jni().map(|jni| runtime::counted(jni)).unwrap_or_default();
        let result = output::result(session, &counted);
        output::finish(session, &result);
        if !result.races.is_empty() && session.options.exit_code != 0 {
            leave(i32::from(session.options.exit_code));
        }
    }

    fn callback_panicked(&self, event: &'static str) {
        if let Some(session) = self.session.get() {
            session.skip(format!("an event ({event})"), "the agent failed in it".to_owned());
        }
    }
}

impl RedflagAgent {
    fn load(&self, context: &AgentLoadContext<'_>) -> Result<(), (i32, String)> {
        if self.session.get().is_some() {
            // Given twice, as when a watched script starts redflag: the first one counts.
            return Ok(());
        }
        let text = context.options_lossy().unwrap_or_default();
        let is_below = is_in_environment(&text);
        // SAFETY: nothing else of this process looks at its environment while an agent is loaded.
        unsafe { prepare_children() };
        let options =
            RunOptions::parse_agent_options(&text).map_err(|sentence| (BAD_USAGE, sentence))?;
        let options = options.for_process(std::process::id());
        make_files(&options).map_err(|sentence| (FAILED, sentence))?;
        let failed = |sentence: String| (FAILED, sentence);
        let jvmti = context
            .vm()
            .jvmti()
            .map_err(|error| failed(format!("this JVM has no tool interface ({error})")))?;
        let property = |name: &str| jvmti.get_system_property(name).unwrap_or_default();
        let fit = check_jvm(&property("java.vm.name"), &property("java.vm.specification.version"));
        if let Err(why) = fit {
            if !is_below {
                return Err(failed(why));
            }
            // A build may use a JVM for something else; without us it would not fail.
            complain(&format!("{why}; this one is not watched"));
            output::not_watched(&options, &why);
            return Ok(());
        }
        let class_path = property("java.class.path");
        let universe =
            Universe::new(&property("java.home"), class_path, options.clone()).map_err(failed)?;
        let session: &'static Session = Box::leak(Box::new(Session::new(options, universe)));
        let _ = self.session.set(session);
        jvmti
            .add_capabilities_with(|capabilities| {
                capabilities.set_can_generate_all_class_hook_events(true);
                capabilities.set_can_generate_early_class_hook_events(true);
                capabilities.set_can_get_line_numbers(true);
                capabilities.set_can_get_source_file_name(true);
            })
            .and_then(|_| jvmti.set_default_agent_callbacks())
            .and_then(|()| {
                jvmti.enable_events_global(&[
                    sys::JVMTI_EVENT_CLASS_FILE_LOAD_HOOK,
                    sys::JVMTI_EVENT_VM_START,
                    sys::JVMTI_EVENT_VM_INIT,
                    sys::JVMTI_EVENT_VM_DEATH,
                ])
            })
            .map_err(|error| failed(format!("the JVM does not let classes be seen: {error:?}")))
    }
}

/// Lets the JVMs that the program starts be watched as well, if that is asked for.
///
/// # Safety
///
/// No other thread may look at the environment meanwhile.
unsafe fn prepare_children() {
    let Some(options) = std::env::var_os(CHILDREN) else { return };
    // SAFETY: as the caller says.
    unsafe {
        std::env::remove_var(CHILDREN);
        std::env::set_var(TOOL_OPTIONS, options);
    }
}

/// Whether the agent's options are those that every JVM below some command gets.
fn is_in_environment(options: &str) -> bool {
    let tool_options = std::env::var(TOOL_OPTIONS).unwrap_or_default();
    !options.is_empty() && tool_options.contains(options)
}

/// Only HotSpot, of 64 bits, has all that is relied on.
fn check_jvm(name: &str, version: &str) -> Result<(), String> {
    let hotspot = ["OpenJDK", "HotSpot", "Zulu", "GraalVM", "Dynamic Code Evolution"];
    if !name.is_empty() && !hotspot.iter().any(|known| name.contains(known)) {
        return Err(format!("{name} is not supported: run the program on a HotSpot JVM"));
    }
    if cfg!(not(target_pointer_width = "64")) {
        return Err("32-bit JVMs are not supported: run the program on a 64-bit one".to_owned());
    }
    match version.parse::<u32>() {
        Ok(feature) if feature >= 11 => Ok(()),
        _ if version.is_empty() => Ok(()),
        _ => Err(format!("Java {version} is not supported: use 11 or later")),
    }
}

/// Said before the program runs, not after it has run for an hour. The files stay, empty: whoever
/// started the JVM sees by that that it got this far, and never takes an old result for a new one.
fn make_files(options: &RunOptions) -> Result<(), String> {
    for path in [&options.json, &options.stats, &options.report].into_iter().flatten() {
        std::fs::File::create(path)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(())
}

/// Without the runtime the program would run unchecked.
fn or_leave(done: Result<(), String>) {
    if let Err(sentence) = done {
        complain(&format!("{sentence}; the program was not started"));
        leave(FAILED);
    }
}

/// Ends the process at once: the JVM is in the middle of starting or ending.
fn leave(status: i32) -> ! {
    // SAFETY: takes no pointers and does not return.
    unsafe { libc::_exit(status) }
}

export_agent!(RedflagAgent);
