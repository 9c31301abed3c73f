/** Whether a connection was given by a file for this run: then it cannot be changed here. */
import { useApiQuery } from '../api/hooks.ts'

export const useIsFromFile = (id: string): boolean =>
  useApiQuery('connection', 'list', {}).data?.connections.some((each) => each.id === id && each.source === 'file') ??
  false
