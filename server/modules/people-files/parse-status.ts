import { foldText } from './fold-text.ts'

/** Whether a person of the file works at the company. */
export type EmploymentStatus = 'active' | 'inactive'

/**
 * What exports of HR systems say, in our five languages. "Yes" and "no" are not among them, because
 * they mean the opposite in a column like "Terminated".
 */
const words: Record<EmploymentStatus, string> = {
  active:
    'active, activated, employed, current, enabled, working, hired, on leave, leave, parental leave, alta, activo, activa, ativo, ativa, de licenca, afastado, afastada, активен, активна, активный, активная, работает, в отпуске, активний, працює, у відпустці',
  inactive:
    'inactive, deactivated, terminated, left, leaver, former, former employee, resigned, dismissed, retired, disabled, suspended, offboarded, separated, inactivo, inactiva, baja, cesado, cesada, despedido, despedida, jubilado, jubilada, inativo, inativa, desligado, desligada, demitido, demitida, aposentado, aposentada, неактивен, неактивна, неактивный, неактивная, не работает, уволен, уволена, уволился, уволилась, неактивний, не працює, звільнений, звільнена, звільнено, звільнився, звільнилася',
}
const statusByWord = new Map(
  (['active', 'inactive'] as const).flatMap((status) =>
    words[status].split(', ').map((word) => [foldText(word), status] as const),
  ),
)

/** Returns the status that a cell says, or undefined. */
export const parseStatus = (text: string): EmploymentStatus | undefined =>
  statusByWord.get(foldText(text))
