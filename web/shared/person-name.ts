import { useCallback } from 'react'
import type { Person } from '#contract/schemas/users.ts'
import { useTranslation } from '#web/lib/translate.ts'

/** Returns a function for a person's name; a deleted person is "Former teammate". */
export function usePersonName(): (person: Pick<Person, 'name' | 'state'>) => string {
  const { t } = useTranslation()
  return useCallback((person) => (person.state === 'deleted' ? t('former') : person.name), [t])
}
