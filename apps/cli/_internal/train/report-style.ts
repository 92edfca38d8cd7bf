/** The report's look: one column, light or dark as the reader's system is. */
export const REPORT_STYLE: string = `
:root{color-scheme:light dark;--paper:#fbfbfd;--card:#fff;--ink:#1c2430;--soft:#5a6677;--line:#d9dee6;--good:#12805c;--warn:#a3471a;--bad:#b3273f}
@media(prefers-color-scheme:dark){:root{--paper:#12161d;--card:#1a202a;--ink:#e4e8ee;--soft:#9aa6b8;--line:#3a4454;--good:#4fd1a1;--warn:#ff9d5c;--bad:#ff7f95}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
main{max-width:46rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}h1{font-size:1.7rem;line-height:1.2;margin:0 0 .25rem}h2{font-size:1.1rem;margin:2.5rem 0 .75rem}
p{margin:.5rem 0}.soft{color:var(--soft)}.big{font-size:1.8rem;font-weight:650;line-height:1.2;letter-spacing:-.02em;white-space:nowrap}
.facts{display:flex;flex-wrap:wrap;gap:1rem;margin:1.5rem 0}.facts>div{flex:1 1 9rem;background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:1rem 1.2rem}
.figure{background:var(--card);border:1px solid var(--line);border-left:.35rem solid var(--soft);border-radius:.6rem;padding:.8rem 1.1rem;margin:.6rem 0}
.proven{border-left-color:var(--good)}.conditional,.approximate{border-left-color:var(--warn);border-left-style:dashed}.refuted{border-left-color:var(--bad);border-left-style:dotted}
.warning{border:2px solid var(--bad);color:var(--bad);border-radius:.6rem;padding:.8rem 1.1rem;font-weight:600}
svg{width:100%;height:auto;background:var(--card);border:1px solid var(--line);border-radius:.6rem;margin:.4rem 0;padding:.4rem}
table{border-collapse:collapse;width:100%}td{padding:.3rem .8rem .3rem 0;border-bottom:1px solid var(--line);vertical-align:top}td:first-child{color:var(--soft);white-space:nowrap}.figures th{text-align:left;font-weight:500;color:var(--soft)}.figures td:first-child{color:var(--ink)}details{margin:1rem 0}summary{cursor:pointer}ul{padding-left:1.2rem}
code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}`;
