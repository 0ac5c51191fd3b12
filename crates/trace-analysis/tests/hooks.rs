//! What the runtime's parts do, asked of them in Java.

mod in_jvm;

use in_jvm::java;

#[test]
fn hooks_keep_what_they_promise() {
    for options in [&[][..], &["filter-tree"]] {
        let said = java(&[], "redflag.runtime.HooksTest", options);
        assert!(said.starts_with("claims that held: "), "{options:?}: {said}");
    }
}

#[test]
fn the_table_of_arrays_keeps_what_lives() {
    // When G1 collects depends on how busy the machine is, and how much is dead and not yet dropped depends on that.
    java(&["-XX:+UseSerialGC", "-Xmx256m"], "redflag.runtime.WeakTableTest", &[]);
}

#[test]
fn what_threads_defer_is_remembered_like_all_else() {
    let said = java(&[], "redflag.runtime.DeferredTest", &[]);
    assert!(said.starts_with("deferred as if they were not: "), "{said}");
}

#[test]
fn what_threads_have_seen_hides_no_race() {
    for options in [&[][..], &["filter-tree"]] {
        let said = java(&[], "redflag.runtime.SeenTest", options);
        assert!(said.starts_with("seen as if they were not: "), "{options:?}: {said}");
    }
}
