//! The `redflag` command: the only part that reads the command line, prints and sets the exit
//! status. One file or folder a subcommand.

mod failure;
mod inspect;

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
    Inspect(inspect::Arguments),
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
        Command::Inspect(arguments) => inspect::run(arguments),
    };
    match result {
        // A reader that has seen enough, as `| head`, is no failure.
        Ok(()) | Err(Failure::Unread) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("redflag: {failure}");
            failure.status().into()
        }
    }
}
