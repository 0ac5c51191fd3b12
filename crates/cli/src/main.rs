//! The `redflag` command: the only part that reads the command line, prints and sets the exit
//! status. One file or folder a subcommand.

mod bench;
mod demo;
mod failure;
mod inspect;
mod run;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use failure::Failure;

/// Data-race detection for Java and any JVM language.
#[derive(Parser)]
#[command(name = "redflag", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Arguments),
    Demo(demo::Arguments),
    Inspect(inspect::Arguments),
    Bench(bench::Arguments),
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Clap sends help and version to the standard output and the rest to the other.
            let _ = error.print();
            return if error.use_stderr() { failure::BAD_USAGE.into() } else { ExitCode::SUCCESS };
        }
    };
    let result = match &arguments.command {
        Command::Run(arguments) => run::run(arguments),
        Command::Demo(arguments) => demo::run(arguments),
        Command::Bench(arguments) => bench::run(arguments),
        Command::Inspect(arguments) => inspect::run(arguments).map(|()| 0),
    };
    match result {
        // A reader that has seen enough, as `| head`, is no failure.
        Err(Failure::Unread) => ExitCode::SUCCESS,
        Ok(status) => status.into(),
        Err(failure) => {
            eprintln!("redflag: {failure}");
            failure.status().into()
        }
    }
}
