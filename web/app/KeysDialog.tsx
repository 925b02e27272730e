import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { KeyList } from './KeyList.tsx'
import { keysAreOn, switchKeys } from './shortcuts.ts'

/** All keys that lead somewhere, and a switch for those who do not want them. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const [on, setOn] = useState(keysAreOn)
  const turn = (wanted: boolean) => {
    switchKeys(wanted)
    setOn(wanted)
  }
  return (
    <Dialog onClose={onClose} title={t('keys.title')} close={t('common:close')}>
      <KeyList on={on} />
      <Switch
        checked={on}
        onChange={(event) => turn(event.currentTarget.checked)}
        label={t('keys.on')}
        description={t('keys.on_text')}
      />
    </Dialog>
  )
}
