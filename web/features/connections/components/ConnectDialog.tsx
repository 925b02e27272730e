import { useState } from 'react'
import type { HookKind } from '#contract/hook-events.ts'
import { noProblems, problemsOf, tell } from '#web/app/errors.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useCreateHook } from '../queries.ts'
import { hookFields, HookForm } from './HookForm.tsx'
import { Secret } from './Secret.tsx'

/** Connects a receiver; a webhook's secret is shown afterwards. */
export function ConnectDialog({ kind, onClose }: { kind: HookKind; onClose: () => void }) {
  const { t } = useTranslation('connections')
  const [problems, setProblems] = useState(noProblems)
  const [secret, setSecret] = useState<string | null>(null)
  const create = useCreateHook({
    onSuccess: (made) => {
      tell(t('connected'))
      if (made.secret) setSecret(made.secret)
      else onClose()
    },
    onError: (error) => setProblems(problemsOf(t, error, hookFields)),
  })
  return (
    <Dialog
      title={secret ? t('secret.title') : t(`connect.${kind}`)}
      close={t('common:close')}
      onClose={onClose}
    >
      {secret ? (
        <Secret secret={secret} onClose={onClose} />
      ) : (
        <HookForm
          kind={kind}
          action={t('connect.action')}
          busy={create.isPending}
          problems={problems}
          onCancel={onClose}
          onSubmit={(fields) => {
            setProblems(noProblems)
            create.mutate({ kind, ...fields })
          }}
        />
      )}
    </Dialog>
  )
}
