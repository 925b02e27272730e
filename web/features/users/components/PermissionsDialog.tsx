import { Alert, Button, Group, Switch } from '@mantine/core'
import { useState } from 'react'
import { permissions } from '#contract/permissions.ts'
import type { Member } from '#contract/schemas/users.ts'
import { toFormErrors, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useUpdatePermissions } from '../api/queries.ts'
import css from './team.module.css'

/**
 * The four permissions with explanations. A switch that the reader cannot change shows the reason.
 */
export function PermissionsDialog({ user, onClose }: { user: Member; onClose: () => void }) {
  const { t } = useTranslation('team')
  const fixed = user.abilities.fixed_permissions
  const [chosen, setChosen] = useState(user.permissions)
  const [problem, setProblem] = useState<string | null>(null)
  const save = useUpdatePermissions({
    onDone: () => {
      notifySuccess(t('rights.saved', { name: user.name }))
      onClose()
    },
    onFailed: (error) => setProblem(toFormErrors(t, error, []).general),
  })
  const submit = () => {
    const changed = permissions.filter((name) => chosen[name] !== user.permissions[name])
    setProblem(null)
    if (changed.length)
      save.mutate({ user, body: Object.fromEntries(changed.map((name) => [name, chosen[name]])) })
    else onClose()
  }
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      title={t('rights.title', { name: user.name })}
      close={t('common:close')}
    >
      {problem ? (
        <Alert color="red" mb="md" role="alert">
          {problem}
        </Alert>
      ) : null}
      <div className={css['switches']}>
        {permissions.map((name) => (
          <Switch
            key={name}
            label={t(`permission.${name}`)}
            description={
              <>
                {t(`permission_text.${name}`)}
                {fixed[name] ? (
                  <span className={css['notHeld']}>{t(`rights.${fixed[name]}`)}</span>
                ) : null}
              </>
            }
            checked={chosen[name]}
            disabled={fixed[name] !== undefined}
            onChange={(event) => {
              const { checked } = event.currentTarget
              setChosen((old) => ({ ...old, [name]: checked }))
            }}
          />
        ))}
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button loading={save.isPending} onClick={submit}>
          {t('rights.save')}
        </Button>
      </Group>
    </Dialog>
  )
}
