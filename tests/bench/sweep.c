/* The floor of the solver: one layer of the classic game swept in plain C.
 *
 *     sweep TRACK OWN ENEMY SWEEPS < values > values
 *
 * Reads the values of all positions as 32-bit floats, numbered as in puluc/opponent/ranking.py for
 * as many warriors as OWN and ENEMY, sweeps the layer (and that with the sides exchanged), and
 * writes them back; the seconds of each sweep and its largest change go to stderr.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SPACES = 30, WARRIORS = 6, PLACES = 44 };

static const double CHANCES[6] = {0, 4 / 16., 6 / 16., 4 / 16., 1 / 16., 1 / 16.};

static int track, warriors;
static int64_t choose[PLACES][PLACES];
static int64_t bases[WARRIORS][WARRIORS][WARRIORS][WARRIORS];
static int64_t colours[1 << (2 * WARRIORS)];
static float *values;

/* A position of the side to move: its space 1 is its home's. A pile's bits are its warriors,
 * bottom first, 1 for the mover's. */
struct position {
    int own, enemy, own_hand, enemy_hand;
    int size[SPACES], pile[SPACES];
};

static void count_positions(void) {
    for (int n = 0; n < PLACES; n++)
        for (int k = 0; k < PLACES; k++)
            choose[n][k] = k == 0 ? 1 : n == 0 ? 0 : choose[n - 1][k - 1] + choose[n - 1][k];
    for (int word = 0; word < 1 << (2 * warriors); word++)
        for (int place = 0, before = 0; place < 2 * warriors; place++)
            if (word >> place & 1)
                colours[word] += choose[place][++before];
    int64_t count = 0;
    for (int alive = 2; alive <= 2 * warriors; alive++)
        for (int own = 1; own <= warriors; own++) {
            int enemy = alive - own;
            if (enemy < 1 || enemy > warriors)
                continue;
            for (int own_hand = 0; own_hand <= own; own_hand++)
                for (int enemy_hand = 0; enemy_hand <= enemy; enemy_hand++) {
                    int letters = alive - own_hand - enemy_hand;
                    bases[own][enemy][own_hand][enemy_hand] = count;
                    count += choose[track - 1 + letters][letters] * choose[letters][own - own_hand];
                }
        }
    bases[0][0][0][0] = count;
}

/* The value for the mover of what it has moved to, by the enemy's number of it. */
static double after(const struct position *p) {
    if (p->enemy == 0)
        return 1;
    int64_t bars = 0;
    int letters = 0, word = 0;
    for (int space = track - 1; space >= 0; space--) {
        word |= (~p->pile[space] & ((1 << p->size[space]) - 1)) << letters;
        letters += p->size[space];
        if (space > 0)
            bars += choose[track - 1 - space + letters][track - space];
    }
    int64_t base = bases[p->enemy][p->own][p->enemy_hand][p->own_hand];
    return 1 - values[base + bars * choose[letters][p->enemy - p->enemy_hand] + colours[word]];
}

static double value(struct position *p) {
    double entered = -1, total = 0;
    if (p->own_hand > 0 && !(p->size[0] && p->pile[0] >> (p->size[0] - 1))) {
        p->own_hand--;
        p->pile[0] |= 1 << p->size[0]++;
        entered = after(p);
        p->pile[0] ^= 1 << --p->size[0];
        p->own_hand++;
    }
    double best[6];
    for (int cast = 1; cast <= 5; cast++)
        best[cast] = entered;
    for (int space = 0; space < track; space++) {
        int size = p->size[space], pile = p->pile[space];
        if (!size || !(pile >> (size - 1)))
            continue;
        p->size[space] = p->pile[space] = 0;
        for (int cast = 1; cast <= 5; cast++) {
            int to = space + cast;
            double then;
            if (to >= track) {
                int back = __builtin_popcount(pile);
                p->own_hand += back;
                p->enemy -= size - back;
                then = after(p);
                p->own_hand -= back;
                p->enemy += size - back;
                for (int longer = cast; longer <= 5; longer++)
                    best[longer] = fmax(best[longer], then);
                break;
            }
            if (p->size[to] && p->pile[to] >> (p->size[to] - 1))
                continue;
            int below = p->size[to], word = p->pile[to];
            p->pile[to] = word | pile << below;
            p->size[to] = below + size;
            then = after(p);
            p->pile[to] = word;
            p->size[to] = below;
            best[cast] = fmax(best[cast], then);
        }
        p->size[space] = size;
        p->pile[space] = pile;
    }
    for (int cast = 1; cast <= 5; cast++)
        total += CHANCES[cast] * (best[cast] < 0 ? after(p) : best[cast]);
    return total;
}

/* All colours of all ways to stand of a block, in the order of their numbers. */
static double sweep_block(int own, int enemy, int own_hand, int enemy_hand) {
    int mine = own - own_hand, letters = own + enemy - own_hand - enemy_hand;
    int64_t number = bases[own][enemy][own_hand][enemy_hand];
    double worst = 0;
    struct position p = {own, enemy, own_hand, enemy_hand, {0}, {0}};
    uint64_t bars = (1ull << (track - 1)) - 1, end = 1ull << (track - 1 + letters);
    while (bars < end) {
        int space = 0;
        memset(p.size, 0, sizeof p.size);
        for (int place = 0; place < track - 1 + letters; place++)
            if (bars >> place & 1)
                space++;
            else
                p.size[space]++;
        uint64_t word = (1ull << mine) - 1;
        while (word < 1ull << letters) {
            uint64_t rest = word;
            for (space = 0; space < track; space++) {
                int size = p.size[space];
                p.pile[space] = rest & ((1 << size) - 1);
                rest >>= size;
            }
            double v = value(&p), change = fabs(v - values[number]);
            if (change > worst)
                worst = change;
            values[number++] = v;
            if (!word)
                break;
            uint64_t low = word & -word, ripple = word + low;
            word = ripple | ((word ^ ripple) / low >> 2);
        }
        uint64_t low = bars & -bars, ripple = bars + low;
        bars = ripple | ((bars ^ ripple) / low >> 2);
    }
    return worst;
}

int main(int count, char **arguments) {
    if (count != 5)
        return 2;
    track = atoi(arguments[1]);
    int own = atoi(arguments[2]), enemy = atoi(arguments[3]), sweeps = atoi(arguments[4]);
    warriors = own > enemy ? own : enemy;
    if (warriors >= WARRIORS || track >= SPACES)
        return 2;
    count_positions();
    size_t positions = bases[0][0][0][0];
    values = malloc(4 * positions);
    if (!values || fread(values, 4, positions, stdin) != positions)
        return 1;
    for (int sweep = 0; sweep < sweeps; sweep++) {
        struct timespec begin, end;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
        double worst = 0;
        for (int exchanged = 0; exchanged <= (own != enemy); exchanged++) {
            int mine = exchanged ? enemy : own, theirs = exchanged ? own : enemy;
            for (int hands = 0; hands <= mine + theirs; hands++)
                for (int hand = 0; hand <= mine; hand++)
                    if (hands - hand >= 0 && hands - hand <= theirs)
                        worst = fmax(worst, sweep_block(mine, theirs, hand, hands - hand));
        }
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
        fprintf(stderr, "%.6f %.3g\n",
                end.tv_sec - begin.tv_sec + 1e-9 * (end.tv_nsec - begin.tv_nsec), worst);
    }
    return fwrite(values, 4, positions, stdout) != positions;
}
