/** A picture by its URL. Main fetches and checks it: the window loads nothing from outside. */
import { useApiQuery } from './hooks.ts'

export type Image =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly dataUrl: string }
  | { readonly state: 'missing'; readonly problem: string }

export const useImage = (url: string | undefined): Image => {
  const answer = useApiQuery('connection', 'image', { url: url ?? '' }, { enabled: url !== undefined && url !== '' })
  if (url === undefined || url === '') return { state: 'missing', problem: 'No picture' }
  if (answer.isPending) return { state: 'loading' }
  if (answer.isError) return { state: 'missing', problem: answer.error.message }
  const { dataUrl, problem } = answer.data
  return dataUrl === null
    ? { state: 'missing', problem: problem ?? 'The picture could not be read' }
    : { state: 'ready', dataUrl }
}
