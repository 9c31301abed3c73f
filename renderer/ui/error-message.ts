/** The error's message, which main writes for the user. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
