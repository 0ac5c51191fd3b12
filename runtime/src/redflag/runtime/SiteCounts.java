package redflag.runtime;

/** How often a thread has been on the slow path at each site. */
final class SiteCounts {
    /** Sites plus one, 0 where a cell is empty, and their counts. */
    private int[] sites = new int[16];

    private int[] counts = new int[16];
    private int taken;

    /** Counts one more; returns how many there are now. */
    int increment(int site) {
        int at = index(site + 1);
        if (sites[at] == 0) {
            if (2 * taken >= sites.length) {
                grow();
                at = index(site + 1);
            }
            sites[at] = site + 1;
            taken++;
        }
        return ++counts[at];
    }

    private int index(int key) {
        int mask = sites.length - 1;
        int at = (key * 0x9E3779B9 >>> 12) & mask;
        while (sites[at] != 0 && sites[at] != key) {
            at = (at + 1) & mask;
        }
        return at;
    }

    private void grow() {
        int[] oldSites = sites;
        int[] oldCounts = counts;
        int[] moreSites = new int[2 * oldSites.length];
        int[] moreCounts = new int[2 * oldSites.length];
        sites = moreSites;
        counts = moreCounts;
        for (int i = 0; i < oldSites.length; i++) {
            if (oldSites[i] != 0) {
                int at = index(oldSites[i]);
                sites[at] = oldSites[i];
                counts[at] = oldCounts[i];
            }
        }
    }
}
