// A picture of `ICONS` in a Preact panel.

export function Icon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 16 16" class="icon" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

interface IconButtonProps {
  path: string;
  name: string;
  run: () => void;
  isDisabled?: boolean;
}

export function IconButton({ path, name, run, isDisabled }: IconButtonProps) {
  return (
    <button type="button" class="icon-button" title={name} aria-label={name} disabled={isDisabled} onClick={run}>
      <Icon path={path} />
    </button>
  );
}
