/**
 * The report's look: light or dark as the reader's system is, light on paper; cards instead of wide tables on
 * phones.
 */
export const REPORT_STYLE: string = `
:root{color-scheme:light;--paper:#f6f7f9;--card:#fff;--ink:#1b2330;--soft:#556070;--line:#dfe3ea;--proven:#0b6b4c;--conditional:#8f4208;--refuted:#a81f38}
@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;--paper:#11151b;--card:#1a202a;--ink:#e6eaf0;--soft:#a3adbc;--line:#343d4b;--proven:#4fd1a1;--conditional:#ffab70;--refuted:#ff8fa1}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:76rem;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 .25rem}h2{font-size:1.15rem;margin:2.25rem 0 .75rem}p{margin:.5rem 0;max-width:60rem}
.soft{color:var(--soft)}.big{font-size:1.6rem;font-weight:650;line-height:1.2;letter-spacing:-.01em}
.figure{--status:var(--soft);background:var(--card);border:1px solid var(--line);border-left:.4rem solid var(--status);border-radius:.5rem;padding:.6rem 1.1rem;margin:.6rem 0}
.figure:first-of-type .big{font-size:2.6rem}.headline{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem .9rem}.status{color:var(--status);font-weight:650}
.proven{--status:var(--proven)}.conditional,.approximate{--status:var(--conditional);border-left-style:dashed}.refuted{--status:var(--refuted);border-left-style:dotted}
.warning{border:2px solid var(--refuted);color:var(--refuted);background:var(--card);border-radius:.5rem;padding:.8rem 1.1rem;font-weight:600}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.75rem}.facts>div,figure,pre{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.8rem 1rem;margin:0}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,34rem),1fr));gap:.75rem;margin-top:.75rem}figure{padding:.8rem .25rem .25rem;min-width:0}figcaption{font-weight:600;padding:0 .75rem}
svg.chart{display:block;width:100%;max-width:40rem;height:auto;margin:0 auto}.narrow{display:none}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}th,td{text-align:left;padding:.35rem .9rem .35rem 0;border-bottom:1px solid var(--line);vertical-align:top}th,.configuration td:first-child{font-weight:500;color:var(--soft)}.figures :is(th,td):last-child{min-width:7.5rem}.figures td:nth-child(-n+3){white-space:nowrap}
pre{font:.875rem/1.5 ui-monospace,monospace;white-space:pre-wrap}code{font-family:ui-monospace,monospace}details{margin:1rem 0}summary{cursor:pointer}ul{padding-left:1.2rem}
@media screen and (max-width:40rem){main{padding:1.25rem .75rem 3rem}.figure:first-of-type .big{font-size:2rem}.wide{display:none}.narrow{display:block}.figures thead{display:none}.figures tr{display:block;padding:.5rem 0;border-bottom:1px solid var(--line)}.figures td{display:grid;grid-template-columns:5.5rem minmax(0,1fr);border:0;padding:.1rem 0}.figures td:nth-child(-n+3){white-space:normal}.figures td:last-child{min-width:0}.figures td::before{content:attr(data-title);color:var(--soft)}}
@media print{body{background:#fff;font-size:11pt}main{max-width:none;padding:0}.figure,figure,.facts,tr,pre{break-inside:avoid}h2{break-after:avoid}.charts{grid-template-columns:1fr 1fr}}`;
