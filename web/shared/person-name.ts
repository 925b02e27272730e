import type { Person } from '#contract/schemas/users.ts'
import { useTranslation } from '#web/lib/translate.ts'

/** How a person is called: by name, or "Former teammate" once they are gone. */
export function usePersonName(): (person: Pick<Person, 'name' | 'state'>) => string {
  const { t } = useTranslation()
  return (person) => (person.state === 'deleted' ? t('former') : person.name)
}
