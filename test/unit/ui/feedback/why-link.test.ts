import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { helpByPlatform } from '../../../../renderer/help/topics.ts'
import { helpLinks } from '../../../../renderer/shell/help-topics.ts'
import { MutationError } from '../../../../renderer/ui/feedback/mutation-error.tsx'
import { QueryView } from '../../../../renderer/ui/feedback/query-view.tsx'
import { HelpLinksContext } from '../../../../renderer/ui/feedback/why-link.tsx'
import { TextField } from '../../../../renderer/ui/fields/text-field.tsx'
import { type AppError, appErrorSchema, Failure } from '../../../../shared/result.ts'

const links = helpLinks(helpByPlatform.neutral, () => undefined)
const render = (element: ReactNode): string =>
  renderToStaticMarkup(createElement(HelpLinksContext, { value: links }, element))
const readText = (html: string): string => html.replace(/<[^>]*>/g, '')
const LINK = /<button[^>]*aria-label="Why\? The length of a title"/

const refused: AppError = {
  kind: 'service',
  message: 'The title is too long for the platform. Shorten the title to 80 characters or fewer. (25004)',
  topic: 'INV-02',
  status: 400,
  errorId: 25004,
  cause: 'The title is too long for the platform.',
  whatToDo: 'Shorten the title to 80 characters or fewer.',
}
const failed = (error: AppError) => ({
  data: undefined,
  error: new Failure(error),
  isFetching: false,
  dataUpdatedAt: 0,
  refetch: () => undefined,
})
const failedMutation = (error: AppError) => ({ error: new Failure(error), reset: () => undefined })

const failedView = createElement(() => QueryView({ label: 'The item', query: failed(refused), children: () => null }))

describe('a problem with a topic', () => {
  it.each([
    [
      'a field',
      createElement(TextField, { label: 'Title', value: 'x', error: { message: 'Too long.', topic: 'INV-02' } }),
    ],
    ['a read', failedView],
    ['a command', createElement(MutationError, { of: failedMutation(refused) })],
  ])('has a link to the help in %s', (_, element) => {
    expect(render(element)).toMatch(LINK)
  })

  it('has no link where the help is not loaded', () => {
    expect(renderToStaticMarkup(createElement(MutationError, { of: failedMutation(refused) }))).not.toContain('Why?')
  })

  it('has no link to a topic that the help does not have', () => {
    expect(render(createElement(MutationError, { of: failedMutation({ ...refused, topic: 'INV-99' }) }))).not.toContain(
      'Why?',
    )
  })
})

it('the remedy of a failed read is said once', () => {
  const text = readText(render(failedView))
  expect(text.split('Shorten the title')).toHaveLength(2)
})

it.each([
  'The message has no text. Write something to send. (MSG-09)',
  'The platform doesn’t know this condition. Choose a condition from the list. (25003)',
])('an error that 0.2.2 stored is shown as it was written: %s', (message) => {
  const stored = appErrorSchema.parse(JSON.parse(JSON.stringify({ kind: 'conflict', message })))
  const html = render(createElement(MutationError, { of: failedMutation(stored) }))
  expect(readText(html)).toContain(message)
  expect(html).not.toContain('Why?')
})
