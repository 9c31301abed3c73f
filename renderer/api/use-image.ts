/** A picture by its URL. Main fetches and checks it: the window loads nothing remote. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { StallhandClient } from '../../shared/ipc/contract.ts'
import type { ThumbnailImage } from '../ui/display/thumbnail.tsx'
import { useUnboundClient } from './hooks.ts'

/**
 * A missing picture is read again on the next mount or when the network returns: no event reports that it exists now.
 */
export const pictureQuery = (client: StallhandClient, url: string) =>
  queryOptions({
    queryKey: ['connection', 'image', { url }],
    queryFn: () => client.connection.image({ url }),
    enabled: url !== '',
    staleTime: ({ state }) => (state.data?.dataUrl === null ? 0 : Number.POSITIVE_INFINITY),
    refetchOnReconnect: true,
  })

export const useImage = (url: string | null | undefined): ThumbnailImage => {
  const answer = useQuery(pictureQuery(useUnboundClient(), url ?? ''))
  if (!url) return { state: 'missing', problem: 'No picture' }
  if (answer.isPending) return { state: 'loading' }
  if (answer.isError) return { state: 'missing', problem: answer.error.message }
  const { dataUrl, problem } = answer.data
  return dataUrl === null
    ? { state: 'missing', problem: problem ?? 'The picture couldn’t be read' }
    : { state: 'ready', dataUrl }
}
