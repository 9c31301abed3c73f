/** Where in the settings each step is. */
import type { SetUpStep } from './set-up-steps.ts'

/** Ids of connections that don't exist yet: `new`, or `new:` and a preset. No connection's id has a colon. */
const NEW = /^new(?::(.+))?$/

export const isNewId = (id: string): boolean => NEW.test(id)
export const findPresetId = (id: string): string | undefined => NEW.exec(id)?.[1]

export const stepPath = (id: string, step: SetUpStep): readonly string[] => {
  if (!isNewId(id)) return ['set-up', id, step]
  const preset = findPresetId(id)
  return preset === undefined ? ['new', step] : ['new', preset, step]
}
