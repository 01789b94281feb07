/** For tests whose failures are to be replayed: annotations for JUnit Jupiter, which tell the agent what failed. */
package dev.hindsight.junit;
