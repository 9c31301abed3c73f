/**
 * Tells zod to make no code from text, which the content security policy forbids.
 *
 * It is the window's first import, because zod reads the setting when a schema is created.
 */
import * as z from 'zod'

z.config({ jitless: true })
