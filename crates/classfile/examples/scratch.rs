use std::time::Instant;
fn main() {
    let mut files = vec![];
    fn walk(p: &std::path::Path, out: &mut Vec<(String, Vec<u8>)>) {
        for e in std::fs::read_dir(p).unwrap() {
            let e = e.unwrap().path();
            if e.is_dir() { walk(&e, out) } else if e.extension().is_some_and(|x| x == "class") { out.push((e.display().to_string(), std::fs::read(&e).unwrap())) }
        }
    }
    for a in std::env::args().skip(1) { walk(a.as_ref(), &mut files); }
    let t = Instant::now();
    let mut n = 0;
    for (_, b) in &files { if let Ok(c) = redflag_classfile::ClassFile::read(b) { n += c.methods.len(); } }
    let s = t.elapsed().as_secs_f64();
    println!("{} classes {} methods {:.3}s {:.0}/s", files.len(), n, s, files.len() as f64 / s);
    let mut bad = 0;
    for (p, b) in &files {
        match redflag_classfile::ClassFile::read(b).and_then(|c| c.write()) {
            Ok(w) if &w == b => {}
            Ok(_) => { bad += 1; if bad < 10 { println!("differs {p}") } }
            Err(e) => { bad += 1; if bad < 10 { println!("{p}: {e}") } }
        }
    }
    println!("{bad} bad");
}
