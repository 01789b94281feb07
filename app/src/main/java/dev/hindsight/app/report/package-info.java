/** The page on which a recording's threads are shown over time. */
package dev.hindsight.app.report;
