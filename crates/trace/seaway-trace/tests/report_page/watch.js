// SPDX-License-Identifier: MIT OR Apache-2.0
// Runs before the page's own script: whatever goes wrong is kept.
window.problems = [];
addEventListener("error", (event) => window.problems.push(`error: ${event.message}`), true);
addEventListener("unhandledrejection", (event) => window.problems.push(`rejection: ${event.reason}`));
addEventListener("securitypolicyviolation", (event) => window.problems.push(`would load ${event.blockedURI}`));
for (const level of ["error", "warn"]) console[level] = (...words) => window.problems.push(`${level}: ${words.join(" ")}`);
