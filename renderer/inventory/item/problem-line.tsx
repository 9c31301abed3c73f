/** Shows why a part of a field is wrong. */
import { type Problem, ProblemText } from '../../ui/feedback/why-link.tsx'
import { Text } from '../../ui/layout/layout.tsx'

export const ProblemLine = ({ problem }: { readonly problem: string | Problem }) => (
  <Text as="p" size="meta" tone="danger">
    <ProblemText problem={problem} />
  </Text>
)
