/**
 * Property tests try the same cases in every run of `npm test`, so that a change is judged by what it changed. The nightly job
 * tries new ones (`--mode fresh` and `--mode long`); a case that fails there becomes a test of its own.
 */
import process from 'node:process'
import fc from 'fast-check'

if (process.env.STALLHAND_FRESH === undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1 })
