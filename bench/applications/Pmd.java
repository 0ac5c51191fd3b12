package applications;

import java.util.Map;
import java.util.TreeMap;
import java.util.logging.LogManager;
import measured.Measured;
import net.sourceforge.pmd.PMDConfiguration;
import net.sourceforge.pmd.PmdAnalysis;
import net.sourceforge.pmd.lang.document.FileId;
import net.sourceforge.pmd.lang.rule.RulePriority;
import net.sourceforge.pmd.reporting.Report;
import net.sourceforge.pmd.reporting.RuleViolation;

/**
 * PMD judging SIZE generated classes by six of its rules, in threads of its own. How often each rule is broken is known
 * from how the classes were made.
 */
public final class Pmd extends Driver {
    private static final int QUICK = 40;
    private static final int FULL = 250;

    private static final String[] RULES = {
        "category/java/bestpractices.xml/UnusedPrivateField",
        "category/java/bestpractices.xml/UnusedLocalVariable",
        "category/java/bestpractices.xml/SystemPrintln",
        "category/java/codestyle.xml/ControlStatementBraces",
        "category/java/design.xml/CyclomaticComplexity",
        "category/java/errorprone.xml/EmptyCatchBlock",
    };

    private final String[] sources;
    private final Map<String, Integer> expected = new TreeMap<>();
    private Report report;

    private Pmd(Measured measured) {
        super(measured);
        sources = new String[size];
        for (int i = 0; i < size; i++) {
            sources[i] = source(i);
        }
    }

    public static void main(String[] args) throws Exception {
        LogManager.getLogManager().reset();
        Measured measured = Measured.arguments(args, QUICK, FULL);
        new Pmd(measured).measure(measured);
    }

    private void expect(String rule, int more) {
        expected.merge(rule, more, Integer::sum);
    }

    private String source(int number) {
        int unused = number % 4;
        StringBuilder source = new StringBuilder("package generated;\nimport java.util.*;\npublic class Made" + number + " {\n");
        for (int i = 0; i < unused; i++) {
            source.append("    private int unused").append(i).append(";\n");
        }
        expect("UnusedPrivateField", unused);
        source.append("    private final Map<String, List<Integer>> numbers = new HashMap<>();\n");
        for (int i = 0; i < 6; i++) {
            source.append("    public int method").append(i).append("(List<String> names, int limit) {\n");
            source.append("        int sum = 0;\n");
            source.append("        for (String name : names) {\n");
            source.append("            List<Integer> found = numbers.computeIfAbsent(name, key -> new ArrayList<>());\n");
            source.append("            found.add(name.length() * ").append(i).append(");\n");
            source.append("            sum += found.stream().mapToInt(value -> value + limit).filter(value -> value > 3).sum();\n");
            source.append("        }\n");
            if (i % 2 == 0) {
                source.append("        String nobody = \"reads\" + sum;\n");
                source.append("        if (sum > limit) sum--;\n");
                expect("UnusedLocalVariable", 1);
                expect("ControlStatementBraces", 1);
            }
            if (i % 3 == 0) {
                source.append("        try { sum += Integer.parseInt(names.get(0)); } catch (NumberFormatException e) { }\n");
                source.append("        System.out.println(sum);\n");
                expect("EmptyCatchBlock", 1);
                expect("SystemPrintln", 1);
            }
            source.append("        return sum;\n    }\n");
        }
        source.append("    public int choose(int a, int b) {\n        int c = 0;\n");
        for (int i = 0; i < 12; i++) {
            source.append("        if (a == ").append(i).append(" && b > a) {\n            c += ").append(i).append(";\n        }\n");
        }
        expect("CyclomaticComplexity", 1);
        return source.append("        return c;\n    }\n}\n").toString();
    }

    @Override
    void begin() {}

    /** PMD has threads of its own: the first worker starts them and waits. */
    @Override
    void work(int worker) {
        if (worker != 0) {
            return;
        }
        PMDConfiguration configuration = new PMDConfiguration();
        configuration.setThreads(threads);
        configuration.setIgnoreIncrementalAnalysis(true);
        configuration.setMinimumPriority(RulePriority.LOW);
        for (String rule : RULES) {
            configuration.addRuleSet(rule);
        }
        try (PmdAnalysis analysis = PmdAnalysis.create(configuration)) {
            for (int i = 0; i < size; i++) {
                analysis.files().addSourceFile(FileId.fromPathLikeString("generated/Made" + i + ".java"), sources[i]);
            }
            report = analysis.performAnalysisAndCollectReport();
        }
    }

    @Override
    void verify() {
        require("errors", report.getProcessingErrors().size() + report.getConfigurationErrors().size(), 0);
        Map<String, Integer> found = new TreeMap<>();
        for (RuleViolation violation : report.getViolations()) {
            found.merge(violation.getRule().getName(), 1, Integer::sum);
        }
        require("what was found", found, expected);
    }
}
