/** Says "the platform" by its name. */
import type { Platform } from './platforms.ts'

/** Text in quotation marks: a person's own words, or what the platform itself says. */
const quoted = /(“[^”]*”)/

/**
 * Replaces "the platform" in one of the app's own texts by the platform's name, for a platform that has one. Leaves quoted
 * text unchanged. Whole texts of buyers must never pass through here.
 */
export const namePlatform = (text: string, { name }: Pick<Platform, 'name'>): string =>
  name.the === 'the platform'
    ? text
    : text
        .split(quoted)
        .map((part, index) => (index % 2 === 1 ? part : part.replace(/\bthe platform\b/gi, name.the)))
        .join('')
