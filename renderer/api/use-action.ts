/** A piece of work with the states of a mutation, for reads on demand and calls in several steps. */
import { type UseMutationResult, useMutation } from '@tanstack/react-query'

export const useAction = <Data, Input = void>(
  run: (input: Input) => Promise<Data>,
): UseMutationResult<Data, Error, Input> => useMutation<Data, Error, Input>({ mutationFn: run })
