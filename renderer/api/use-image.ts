/** A picture by its URL. Main fetches and checks it: the window loads nothing from outside. */
import type { ThumbnailImage } from '../ui/thumbnail.tsx'
import { useApiQuery } from './hooks.ts'

export const useImage = (url: string | null | undefined): ThumbnailImage => {
  const answer = useApiQuery('connection', 'image', { url: url ?? '' }, { enabled: Boolean(url) })
  if (!url) return { state: 'missing', problem: 'No picture' }
  if (answer.isPending) return { state: 'loading' }
  if (answer.isError) return { state: 'missing', problem: answer.error.message }
  const { dataUrl, problem } = answer.data
  return dataUrl === null
    ? { state: 'missing', problem: problem ?? 'The picture could not be read' }
    : { state: 'ready', dataUrl }
}
