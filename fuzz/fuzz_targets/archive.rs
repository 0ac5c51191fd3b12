//! Any bytes as a jar, image, module archive or class on the class path.
#![no_main]

use redflag_ir::program::source::{ClassPath, Limits, OpenOptions};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let directory = std::env::temp_dir().join(format!("redflag-fuzz-{}", std::process::id()));
    let path = directory.join("input");
    std::fs::create_dir_all(&directory).and_then(|()| std::fs::write(&path, bytes)).unwrap();
    // Small limits, so that what is unbounded shows as memory and not as patience.
    let limits = Limits { class_bytes: 1 << 20, nested_bytes: 8 << 20, ..Limits::default() };
    let options = OpenOptions { release: 25, limits };
    let class_path = ClassPath::open_with(None, &[&path], &options);
    for (location, _) in class_path.classes() {
        let _ = class_path.read(location);
    }
});
