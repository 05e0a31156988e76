/** What tests of several packages share: plain executors to compare with, and generators. */
package org.vppscheduler.testing;
