#!/usr/bin/env bash
# Builds the image without a registry of images, and tries it: on a Debian whose Node and packages become the base.
#   apt-get install buildah debootstrap && deploy/try-image.sh
# Needs root. Prints the size of the image, and how long a first and a second start take. Ends with an error where the image
# writes outside /data and /tmp, does not answer, or does not stop by SIGTERM.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo 'try-image.sh: root is needed, to make a base and to mount it' >&2; exit 1; }
for tool in buildah debootstrap node curl; do
  command -v "$tool" >/dev/null || { echo "try-image.sh: $tool is missing" >&2; exit 1; }
done

port="${PORT:-3471}"
work=$(mktemp -d)
base='' image=''
cleanup() {
  [ -z "$image" ] || buildah rm "$image" >/dev/null
  [ -z "$base" ] || buildah rm "$base" >/dev/null
  rm -rf --one-file-system "$work"
}
trap cleanup EXIT

echo '== a base of Debian with the Node of this machine'
debootstrap --variant=minbase --include=ca-certificates,libatomic1 bookworm "$work/base" >"$work/debootstrap.log" ||
  { tail -n 20 "$work/debootstrap.log" >&2; exit 1; }
node_home=$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")
install -D "$(readlink -f "$(command -v node)")" "$work/base/usr/bin/node"
mkdir -p "$work/base/usr/lib/node_modules"
cp -a "$node_home/lib/node_modules/npm" "$work/base/usr/lib/node_modules/"
ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$work/base/usr/bin/npm"
cp /etc/ssl/certs/ca-certificates.crt "$work/base/etc/ssl/certs/"
base=$(buildah from scratch)
buildah copy -q "$base" "$work/base" / >/dev/null
buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt \
  --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$base"
buildah commit -q "$base" localhost/node-on-debian >/dev/null

echo '== the image'
buildah build -q --isolation chroot --network host --format docker --build-arg NODE=localhost/node-on-debian \
  -f Containerfile -t localhost/social-publishing . >/dev/null
size() { buildah images --format '{{.Size}}' "$1"; }
echo "size $(size localhost/social-publishing); its base $(size localhost/node-on-debian)"

image=$(buildah from localhost/social-publishing)
root=$(buildah mount "$image")
# A container host writes the names of the machine.
cp /etc/hosts "$root/etc/hosts"
mkdir -p "$work/data"
chown 10001:10001 "$work/data"
chmod 700 "$work/data"

# As a container host does it: a read-only root, /data and /tmp beside it, an ordinary user, its own list of mounts.
cat >"$work/run.sh" <<'RUN'
set -e
root=$1 data=$2 port=$3
mount --bind "$root" "$root"
mount -o remount,ro,bind "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/tmp"
mount --bind "$data" "$root/data"
if touch "$root/service/written" 2>/dev/null; then echo 'the root can be written' >&2; exit 1; fi
exec chroot --userspec=10001:10001 "$root" /usr/bin/env -i PATH=/usr/bin:/bin NODE_ENV=production HOST=127.0.0.1 \
  PORT="$port" DATA_DIR=/data HOME=/tmp TEST_MODE=true /bin/sh -c 'cd /service && exec node --max-semi-space-size=32 \
  --heap-growing-percent=100 infra/products/child-process/launch.mjs infra/composition/main.ts'
RUN

for start in first second; do
  unshare -m --propagation private bash "$work/run.sh" "$root" "$work/data" "$port" >"$work/$start.log" 2>&1 &
  service=$!
  began=$(date +%s%N)
  until curl -sf "localhost:$port/v1/ready" >/dev/null; do
    kill -0 "$service" 2>/dev/null || { cat "$work/$start.log" >&2; exit 1; }
    sleep 0.05
  done
  ended=$(date +%s%N)
  used=$(ps -o cputimes= -u 10001 | awk '{ used += $1 } END { print used }')
  echo "$start start: ready after $(((ended - began) / 1000000)) ms, about $used s of processor time"
  for page in / /docs /llms.txt /console /robots.txt; do
    curl -sfL -o /dev/null "localhost:$port$page" || { echo "$page is not answered" >&2; exit 1; }
  done
  kill -TERM "$service"
  wait "$service" || { echo "the $start start did not stop by SIGTERM" >&2; exit 1; }
done
echo '== the image is good'
