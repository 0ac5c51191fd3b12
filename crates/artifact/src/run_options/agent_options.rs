//! Options as the text behind `-agentpath:LIBRARY=`: `json=result.json,include=com.acme.**,quiet`.
//!
//! Pairs `key=value` between commas. Lists have their key once for each element, and what is true
//! or false may go without a value for true. In values `%2C` is a comma: any byte can be written by
//! its two hexadecimal digits. What is written here has all but plain ASCII in this form, because a
//! text passes through shells, build tools and code pages on its way to the agent.

use std::path::Path;

use super::{Color, Detector, Filter, RunOptions, check_class_glob, paths};

const KEYS: [&str; 12] = [
    "detector",
    "filter",
    "json",
    "stats",
    "report",
    "quiet",
    "exit-code",
    "include",
    "exclude",
    "count-accesses",
    "source",
    "color",
];

impl RunOptions {
    /// The text that [`RunOptions::parse_agent_options`] reads; what is as it is by default is left
    /// out.
    pub fn to_agent_options(&self) -> String {
        let default = RunOptions::default();
        let mut pairs = Vec::new();
        let mut add = |key: &str, value: &[u8]| pairs.push(format!("{key}={}", encode(value)));
        if self.detector != default.detector {
            add("detector", self.detector.name().as_bytes());
        }
        self.filter.iter().for_each(|filter| add("filter", filter.name().as_bytes()));
        let written = [("json", &self.json), ("stats", &self.stats), ("report", &self.report)];
        for (key, path) in written {
            path.iter().for_each(|path| add(key, &paths::to_bytes(path)));
        }
        if self.quiet {
            add("quiet", b"true");
        }
        if self.exit_code != default.exit_code {
            add("exit-code", self.exit_code.to_string().as_bytes());
        }
        self.include.iter().for_each(|glob| add("include", glob.as_bytes()));
        self.exclude.iter().for_each(|glob| add("exclude", glob.as_bytes()));
        if self.count_accesses {
            add("count-accesses", b"true");
        }
        self.sources.iter().for_each(|path| add("source", &paths::to_bytes(path)));
        if self.color != default.color {
            add("color", self.color.name().as_bytes());
        }
        pairs.join(",")
    }

    /// What the text asks for, or a sentence that says what to write instead.
    pub fn parse_agent_options(text: &str) -> Result<RunOptions, String> {
        let mut options = RunOptions::default();
        let mut seen: Vec<&str> = Vec::new();
        for pair in text.split(',').filter(|pair| !pair.is_empty()) {
            let (key, value) = match pair.split_once('=') {
                Some((key, value)) => (key, Some(value)),
                None => (pair, None),
            };
            let Some(&key) = KEYS.iter().find(|&&known| known == key) else {
                return Err(format!(
                    "there is no option `{}`; the options are {}, written as key=value with \
                     commas between",
                    key.escape_debug(),
                    KEYS.join(", ")
                ));
            };
            let is_list = ["include", "exclude", "source"].contains(&key);
            if !is_list && seen.contains(&key) {
                return Err(format!("option {key} is given twice; leave one out"));
            }
            seen.push(key);
            options.set(key, value).map_err(|why| format!("option {key}: {why}"))?;
        }
        Ok(options)
    }

    fn set(&mut self, key: &str, value: Option<&str>) -> Result<(), String> {
        let needed = || value.ok_or_else(|| format!("expected {key}=VALUE"));
        match key {
            "detector" => self.detector = Detector::parse(&decode_text(needed()?)?)?,
            "filter" => self.filter = Some(Filter::parse(&decode_text(needed()?)?)?),
            "json" => self.json = Some(decode_path(needed()?)?),
            "stats" => self.stats = Some(decode_path(needed()?)?),
            "report" => self.report = Some(decode_path(needed()?)?),
            "quiet" => self.quiet = truth(value)?,
            "exit-code" => {
                let code = decode_text(needed()?)?;
                let bad = |_| format!("expected a number from 0 to 255, found `{code}`");
                self.exit_code = code.parse().map_err(bad)?;
            }
            "include" => self.include.push(decode_glob(needed()?)?),
            "exclude" => self.exclude.push(decode_glob(needed()?)?),
            "count-accesses" => self.count_accesses = truth(value)?,
            "source" => self.sources.push(decode_path(needed()?)?),
            "color" => self.color = Color::parse(&decode_text(needed()?)?)?,
            _ => unreachable!("a key that `KEYS` has and nobody reads: {key}"),
        }
        Ok(())
    }
}

fn truth(value: Option<&str>) -> Result<bool, String> {
    match value {
        None | Some("true") => Ok(true),
        Some("false") => Ok(false),
        Some(other) => Err(format!("expected true or false, found `{}`", other.escape_debug())),
    }
}

fn encode(value: &[u8]) -> String {
    let mut text = String::new();
    for &byte in value {
        match byte {
            b',' | b'%' | b'=' | b'"' | b'\'' => text.push_str(&format!("%{byte:02X}")),
            b'!'..=b'~' => text.push(byte.into()),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}

fn decode(value: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = value.as_bytes();
    while let Some((&byte, others)) = rest.split_first() {
        if byte != b'%' {
            bytes.push(byte);
            rest = others;
            continue;
        }
        let digit = |at: usize| others.get(at).and_then(|&digit| char::from(digit).to_digit(16));
        let (Some(high), Some(low)) = (digit(0), digit(1)) else {
            return Err(format!(
                "`%` in `{}` has to be followed by two hexadecimal digits; `%25` is `%` itself",
                value.escape_debug()
            ));
        };
        bytes.push((high * 16 + low) as u8);
        rest = &others[2..];
    }
    Ok(bytes)
}

fn decode_text(value: &str) -> Result<String, String> {
    String::from_utf8(decode(value)?).map_err(|_| format!("`{value}` is not UTF-8"))
}

fn decode_glob(value: &str) -> Result<String, String> {
    let glob = decode_text(value)?;
    check_class_glob(&glob)?;
    Ok(glob)
}

fn decode_path(value: &str) -> Result<std::path::PathBuf, String> {
    let path = paths::from_bytes(decode(value)?)?;
    match path == Path::new("") {
        true => Err("expected a path, found nothing".to_owned()),
        false => Ok(path),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn refused(text: &str) -> String {
        RunOptions::parse_agent_options(text).expect_err("refused")
    }

    #[test]
    fn text_is_what_a_person_would_write() {
        let options = RunOptions {
            json: Some("out/my result, 100%.json".into()),
            quiet: true,
            exit_code: 0,
            include: vec!["com.acme.**".to_owned(), "Main".to_owned()],
            ..RunOptions::default()
        };
        let text = "json=out/my%20result%2C%20100%25.json,quiet=true,exit-code=0,\
                    include=com.acme.**,include=Main";
        assert_eq!(options.to_agent_options(), text);
        assert_eq!(RunOptions::parse_agent_options(text), Ok(options));
        assert_eq!(RunOptions::default().to_agent_options(), "");
    }

    #[test]
    fn people_may_write_less() {
        let parsed = RunOptions::parse_agent_options("quiet,json=a b.json,color=never,");
        let parsed = parsed.expect("understood");
        assert_eq!(parsed.json, Some("a b.json".into()));
        assert!(parsed.quiet);
        assert_eq!(parsed.color, Color::Never);
        assert_eq!(RunOptions::parse_agent_options(""), Ok(RunOptions::default()));
    }

    #[test]
    fn what_is_not_understood_is_refused_in_a_sentence() {
        assert_eq!(
            refused("jsn=x"),
            "there is no option `jsn`; the options are detector, filter, json, stats, report, \
             quiet, exit-code, include, exclude, count-accesses, source, color, written as \
             key=value with commas between"
        );
        assert_eq!(refused("json"), "option json: expected json=VALUE");
        assert_eq!(refused("json="), "option json: expected a path, found nothing");
        assert_eq!(refused("quiet=yes"), "option quiet: expected true or false, found `yes`");
        assert_eq!(
            refused("exit-code=256"),
            "option exit-code: expected a number from 0 to 255, found `256`"
        );
        assert_eq!(
            refused("detector=slimcard"),
            "option detector: detector slimcard is not in this version; use fasttrack, slimstate"
        );
        assert_eq!(refused("filter=bush"), "option filter: there is no filter `bush`; use tree");
        assert_eq!(refused("color=no"), "option color: expected auto, always or never, found `no`");
        assert_eq!(
            refused("include=com/acme/*"),
            "option include: class names have dots: write `com.acme.*` for `com/acme/*`"
        );
        assert_eq!(refused("quiet,quiet"), "option quiet is given twice; leave one out");
        let broken = "option json: `%` in `50%` has to be followed by two hexadecimal digits; \
                      `%25` is `%` itself";
        assert_eq!(refused("json=50%"), broken);
        assert!(refused("json=%é0").contains("two hexadecimal digits"));
        assert_eq!(refused("include=%ff"), "option include: `%ff` is not UTF-8");
    }

    #[cfg(unix)]
    #[test]
    fn a_path_may_be_any_bytes() {
        let path = paths::from_bytes(b"r\xff\xfe-{pid}.json".to_vec()).expect("on Unix");
        let options = RunOptions { json: Some(path), ..RunOptions::default() };
        let text = options.to_agent_options();
        assert_eq!(text, "json=r%FF%FE-{pid}.json");
        let parsed = RunOptions::parse_agent_options(&text).expect("parsed");
        assert_eq!(parsed, options);
        let own = parsed.for_process(7).json.expect("kept");
        assert_eq!(paths::to_bytes(&own), b"r\xff\xfe-7.json");
    }

    fn some_path() -> impl Strategy<Value = std::path::PathBuf> {
        "[\\PC\\x00-\\x1f,%=\"' ]{1,12}".prop_map(Into::into)
    }

    fn globs() -> impl Strategy<Value = Vec<String>> {
        proptest::collection::vec("[a-zäß$*.,%='\"]{1,8}", 0..4)
    }

    fn any_options() -> impl Strategy<Value = RunOptions> {
        let files = [some_path(), some_path(), some_path()].map(proptest::option::of);
        let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<u8>(), 0..3usize);
        let sources = proptest::collection::vec(some_path(), 0..3);
        (files, flags, globs(), globs(), sources).prop_map(
            |(files, flags, include, exclude, sources)| {
                let (filters, quiet, count_accesses, exit_code, color) = flags;
                let [json, stats, report] = files;
                RunOptions {
                    detector: Detector::Fasttrack,
                    filter: filters.then_some(Filter::Tree),
                    json,
                    stats,
                    report,
                    quiet,
                    exit_code,
                    include,
                    exclude,
                    count_accesses,
                    sources,
                    color: Color::ALL[color],
                }
            },
        )
    }

    proptest! {
        #[test]
        fn options_come_back_from_their_text(options in any_options()) {
            let text = options.to_agent_options();
            prop_assert!(text.bytes().all(|byte| byte.is_ascii_graphic()), "{}", text);
            prop_assert_eq!(RunOptions::parse_agent_options(&text), Ok(options));
        }

        #[test]
        fn any_text_is_understood_or_refused(text in "(\\PC|[a-z=,%-]){0,40}") {
            if let Ok(options) = RunOptions::parse_agent_options(&text) {
                let again = RunOptions::parse_agent_options(&options.to_agent_options());
                prop_assert_eq!(again, Ok(options));
            }
        }
    }
}
