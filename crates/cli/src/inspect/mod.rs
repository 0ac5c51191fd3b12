//! `redflag inspect`: shows a person what redflag makes of classes and methods.

mod class_view;
mod method_pattern;
mod method_view;
mod overview;
mod target;

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use redflag_ir::program::{ClassId, Program};

use crate::failure::Failure;
use method_pattern::MethodPattern;
use method_view::View;

/// Show classes and methods as redflag sees them
///
/// A jar or directory gives a line for each class, a class gives its members; with --method, or
/// with one of the views, methods are shown.
#[derive(Args)]
pub struct Arguments {
    /// A class file, jar, directory or jmod, or the name of a class such as java.util.HashMap
    #[arg(required = true, value_name = "CLASS|JAR")]
    targets: Vec<String>,

    /// Only these methods: `deposit`, `Account.deposit`, `com.acme.Account.deposit(I)V`
    #[arg(long, short, value_name = "METHOD")]
    method: Option<String>,

    /// Show methods in SSA form (the default with --method)
    #[arg(long, group = "view")]
    ir: bool,

    /// Show methods' blocks, dominators and loops
    #[arg(long, group = "view")]
    cfg: bool,

    /// Show methods as graphs for Graphviz
    #[arg(long, group = "view")]
    dot: bool,

    /// Show methods' bytecode
    #[arg(long, group = "view")]
    bytecode: bool,

    /// Where else to look for classes, as java's own option
    #[arg(long, visible_alias = "classpath", value_name = "PATHS")]
    class_path: Option<String>,

    /// The JDK whose classes to use [default: JAVA_HOME's, else the one on the PATH]
    #[arg(long, value_name = "DIR")]
    jdk: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let (program, classes) = target::open(
        &arguments.targets,
        arguments.class_path.as_deref(),
        arguments.jdk.as_deref(),
    )?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    match (arguments.view(), &arguments.method) {
        (None, None) if classes.len() == 1 => {
            class_view::write(&program, classes[0], &mut out)?;
        }
        (None, None) => overview::write(&program, &classes, &mut out)?,
        (view, pattern) => {
            let pattern = MethodPattern::parse(pattern.as_deref().unwrap_or("*"));
            show_methods(&program, &classes, &pattern, view.unwrap_or(View::Ir), &mut out)?;
        }
    }
    out.flush()?;
    for skipped in program.skipped() {
        eprintln!("skipped {}: {}", skipped.what, skipped.why);
    }
    Ok(())
}

impl Arguments {
    fn view(&self) -> Option<View> {
        [
            (self.ir, View::Ir),
            (self.cfg, View::Cfg),
            (self.dot, View::Dot),
            (self.bytecode, View::Bytecode),
        ]
        .into_iter()
        .find_map(|(asked, view)| asked.then_some(view))
    }
}

fn show_methods(
    program: &Program,
    classes: &[ClassId],
    pattern: &MethodPattern,
    view: View,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut shown = 0;
    for &class in classes {
        shown += method_view::write_matching(program, class, pattern, view, out)?;
    }
    if shown > 0 {
        return Ok(());
    }
    let looked_at = overview::count(classes.len(), "class");
    Err(Failure::Failed(format!(
        "no method with code is called {pattern} in the {looked_at} looked at; without --method, \
         redflag inspect lists what there is"
    )))
}
