import { Button, type ButtonProps, FileButton } from '@mantine/core'
import { useRef } from 'react'

/** Opens the file picker for pictures; the same file can be chosen again. */
export function PictureButton({
  label,
  onChoose,
  ...rest
}: ButtonProps & { label: string; onChoose: (file: File | null) => void }) {
  const reset = useRef<() => void>(null)
  return (
    <FileButton
      accept="image/png,image/jpeg,image/webp,image/gif"
      resetRef={reset}
      onChange={(file) => {
        onChoose(file)
        reset.current?.()
      }}
    >
      {(props) => (
        <Button {...props} {...rest}>
          {label}
        </Button>
      )}
    </FileButton>
  )
}
