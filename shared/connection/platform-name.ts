/** Says "the platform" by its name. */
import type { Platform } from './platforms.ts'

/**
 * Replaces "the platform" in one of the app's own texts by the platform's name, for a platform that has one. Texts of buyers
 * must never pass through here: their words are shown unchanged.
 */
export const namePlatform = (text: string, { name, label }: Pick<Platform, 'name' | 'label'>): string =>
  name === label ? text.replace(/\bthe platform\b/gi, name) : text
