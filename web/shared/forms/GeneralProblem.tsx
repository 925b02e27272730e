import { Alert } from '@mantine/core'

/** Shows the problem of a form that belongs to no field, to which `Form` scrolls. */
export function GeneralProblem({ text, mb }: { text: string | null; mb?: 'md' }) {
  return text ? (
    <Alert color="red" mb={mb} role="alert">
      {text}
    </Alert>
  ) : null
}
