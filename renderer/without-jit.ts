/**
 * Tells zod to make no code from text, which the content security policy forbids.
 *
 * It stands alone, and first among the window's imports, because schemas ask as they are made.
 */
import * as z from 'zod'

z.config({ jitless: true })
