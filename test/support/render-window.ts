/** Renders a component of the window to HTML. Queries return the given answers or stay pending; effects don't run. */
import { QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createQueryClient } from '../../renderer/api/cache.ts'
import { ApiContext } from '../../renderer/api/hooks.ts'

/** `answers` are keyed by method, with its input as JSON if it has one: `connection.status`, `outbound.run {"runId":3}`. */
export const renderWindow = (element: ReactElement, answers: Readonly<Record<string, unknown>> = {}): string => {
  const cache = createQueryClient(() => undefined)
  for (const [name, answer] of Object.entries(answers)) {
    const [method = '', input = '{}'] = name.split(' ')
    cache.setQueryData([...method.split('.'), JSON.parse(input)], answer)
  }
  const value = { client: {}, onEvent: () => () => undefined } as never
  return renderToStaticMarkup(
    createElement(ApiContext, { value }, createElement(QueryClientProvider, { client: cache }, element)),
  )
}
