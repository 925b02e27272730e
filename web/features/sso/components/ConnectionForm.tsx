import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import css from './sso-settings.module.css'

/** The frame of a form of a connection: its general error, its fields, and the button to save. */
export function ConnectionForm({
  problems,
  isSaving,
  onSubmit,
  children,
}: {
  problems: { general: string | null }
  isSaving: boolean
  onSubmit: (event?: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}) {
  const { t } = useTranslation('connections')
  return (
    <Form problems={problems} onSubmit={onSubmit} className={css['form']}>
      <GeneralProblem text={problems.general} />
      {children}
      <div className={css['acts']}>
        <Button type="submit" loading={isSaving}>
          {t('sso.save')}
        </Button>
      </div>
    </Form>
  )
}
