//! The sites of accesses that the program makes through the library: found by looking at the
//! stack, numbered when they are first met.

use std::ptr::null_mut;
use std::sync::RwLock;

use jvmti_bindings::env::{JniEnv, Jvmti};
use jvmti_bindings::sys::jni;
use jvmti_bindings::sys::jvmti::{jvmtiEnv, jvmtiFrameInfo};
use redflag_instrument::ClassRole;
use redflag_instrument::records::Site;
use rustc_hash::FxHashMap;

use crate::session::Session;

/// How many frames are asked for at a time, and in all.
const FRAMES: i32 = 10;
const MOST_FRAMES: i32 = 240;

/// Method, position, field, and whether the access writes and is atomic.
type PlaceKey = (usize, i64, i32, bool, bool);

pub struct Places {
    env: *mut jvmtiEnv,
    methods: RwLock<FxHashMap<usize, Caller>>,
    sites: RwLock<FxHashMap<PlaceKey, u32>>,
}

// SAFETY: an environment of the tool interface may be used by all threads.
unsafe impl Send for Places {}
// SAFETY: as above.
unsafe impl Sync for Places {}

/// Whose a method is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Caller {
    Library,
    Program,
    /// Neither the library's nor one whose accesses are checked.
    Other,
}

impl Places {
    pub fn new(jvmti: &Jvmti) -> Places {
        Places { env: jvmti.raw(), methods: RwLock::default(), sites: RwLock::default() }
    }

    /// The site of what the current thread does right now to the field of that key, or to an array
    /// if it is negative; `None` if the program does not do it.
    pub fn site(
        &self,
        session: &Session,
        jni: &JniEnv,
        key: i32,
        is_write: bool,
        is_atomic: bool,
    ) -> Option<u32> {
        // SAFETY: the environment lives as long as the JVM.
        let jvmti = unsafe { Jvmti::from_raw(self.env) };
        let frame = self.program_frame(session, &jvmti, jni)?;
        let place = (frame.method as usize, frame.location, key, is_write, is_atomic);
        if let Some(&site) = self.sites.read().ok()?.get(&place) {
            return Some(site);
        }
        let target = u32::try_from(key).ok().and_then(|key| session.field(key));
        let target = target.map_or_else(String::new, |field| field.name);
        let described = describe(&jvmti, jni, &frame, is_write, target)?;
        let mut sites = self.sites.write().ok()?;
        Some(*sites.entry(place).or_insert_with(|| session.add_site(described)))
    }

    /// The first frame that is not the library's, if its accesses are checked.
    fn program_frame(
        &self,
        session: &Session,
        jvmti: &Jvmti,
        jni: &JniEnv,
    ) -> Option<jvmtiFrameInfo> {
        for start in (0..MOST_FRAMES).step_by(FRAMES as usize) {
            // SAFETY: of the current thread, whose frames stay what they are meanwhile.
            let frames = unsafe { jvmti.get_stack_trace(null_mut(), start, FRAMES).ok()? };
            for frame in &frames {
                match self.caller(session, jvmti, jni, frame.method) {
                    Caller::Library => {}
                    Caller::Program => return Some(*frame),
                    Caller::Other => return None,
                }
            }
            if frames.len() < FRAMES as usize {
                return None;
            }
        }
        None
    }

    fn caller(
        &self,
        session: &Session,
        jvmti: &Jvmti,
        jni: &JniEnv,
        method: jni::jmethodID,
    ) -> Caller {
        if let Ok(methods) = self.methods.read()
            && let Some(&caller) = methods.get(&(method as usize))
        {
            return caller;
        }
        let caller = match class_name(jvmti, jni, method) {
            Some(name) if name.starts_with("redflag/runtime/") => Caller::Library,
            Some(name) if name.contains("$$Lambda") => Caller::Library,
            Some(name) if session.universe.is_of_jdk(&name) => Caller::Library,
            Some(name) if session.universe.role(&name) == ClassRole::Checked => Caller::Program,
            _ => Caller::Other,
        };
        if let Ok(mut methods) = self.methods.write() {
            methods.insert(method as usize, caller);
        }
        caller
    }
}

/// The internal name of the class of a method, without what the JVM adds for hidden classes.
fn class_name(jvmti: &Jvmti, jni: &JniEnv, method: jni::jmethodID) -> Option<String> {
    // SAFETY: the method is on the stack of the current thread.
    let signature = unsafe {
        let class = jvmti.get_method_declaring_class(method).ok()?;
        let signature = jvmti.get_class_signature(class);
        jni.delete_local_ref(class);
        signature.ok()?.0
    };
    let name = signature.strip_prefix('L')?.strip_suffix(';')?;
    Some(name.split_once('.').map_or(name, |(name, _)| name).to_owned())
}

fn describe(
    jvmti: &Jvmti,
    jni: &JniEnv,
    frame: &jvmtiFrameInfo,
    is_write: bool,
    target: String,
) -> Option<Site> {
    let class = class_name(jvmti, jni, frame.method)?;
    // SAFETY: the method is on the stack of the current thread.
    let (name, lines, file) = unsafe {
        let declaring = jvmti.get_method_declaring_class(frame.method).ok()?;
        let file = jvmti.get_source_file_name(declaring).ok();
        jni.delete_local_ref(declaring);
        let name = jvmti.get_method_name(frame.method).ok()?;
        (name, jvmti.get_line_number_table(frame.method).unwrap_or_default(), file)
    };
    let before = lines.iter().filter(|entry| entry.start_location <= frame.location);
    let line = before.max_by_key(|entry| entry.start_location).map(|entry| entry.line_number);
    // Among all lines of the method: which of them do the same is not known.
    let mut earlier: Vec<i32> =
        lines.iter().map(|entry| entry.line_number).filter(|&other| Some(other) < line).collect();
    earlier.sort_unstable();
    earlier.dedup();
    Some(Site {
        is_write,
        class,
        method: name.0,
        descriptor: name.1,
        file,
        line: line.and_then(|line| u32::try_from(line).ok()),
        nth: earlier.len() as u32 + 1,
        target,
        is_of_span: false,
    })
}
