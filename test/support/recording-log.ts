/** A silent log that keeps its lines, so a test can search them for secrets. */
import type { Log, LogFields } from '../../main/ports.ts'

export type RecordingLog = Log & {
  readonly lines: { readonly level: string; readonly message: string; readonly fields: LogFields | undefined }[]
}

export const createRecordingLog = (): RecordingLog => {
  const lines: RecordingLog['lines'] = []
  const at = (level: string) => (message: string, fields?: LogFields) => void lines.push({ level, message, fields })
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), lines }
}
