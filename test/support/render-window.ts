/** A component of the window as it first renders, as HTML. Queries answer at once, or not at all; effects don't run. */
import { QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createQueryClient } from '../../renderer/api/cache.ts'
import { ApiContext } from '../../renderer/api/hooks.ts'

/** `answers`: by feature and method, as in `connection.status`, for queries without an input. */
export const renderWindow = (element: ReactElement, answers: Readonly<Record<string, unknown>> = {}): string => {
  const cache = createQueryClient(() => undefined)
  for (const [method, answer] of Object.entries(answers)) cache.setQueryData([...method.split('.'), {}], answer)
  const value = { client: {}, onEvent: () => () => undefined } as never
  return renderToStaticMarkup(
    createElement(ApiContext, { value }, createElement(QueryClientProvider, { client: cache }, element)),
  )
}
