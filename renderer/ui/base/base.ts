/** Tokens and base styles, and what react-aria needs under the content security policy. The entry imports it once. */
import './tokens.css'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import './base.css'

// SECURITY: react-aria inserts a <style> element unless an element with this id exists, which style-src 'self' would report
// as a violation. An inert element takes its place; base.css has the rule.
const pressStyleId = 'react-aria-pressable-style'

if (typeof document !== 'undefined' && document.getElementById(pressStyleId) === null) {
  const placeholder = document.createElement('meta')
  placeholder.id = pressStyleId
  document.head.append(placeholder)
}
