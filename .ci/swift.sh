#!/usr/bin/env bash
# Runs a command beside an S3 server of another project: OpenStack Swift with its s3api, on loopback, in a folder of its own.
#
#   .ci/swift.sh npx mocha test/infra/stores/object-storage/s3-storage.test.ts
#
# The command finds the server in S3_TEST_ENDPOINT, S3_TEST_BUCKET, S3_TEST_ACCESS_KEY_ID and S3_TEST_SECRET_ACCESS_KEY.
# Installs Debian's packages when they are absent (needs root) and leaves nothing running.
set -euo pipefail

if ! command -v swift-proxy-server >/dev/null; then
  apt-get install -y --no-install-recommends swift-proxy swift-account swift-container swift-object memcached >/dev/null
fi

dir=$(mktemp -d)
pids=()
stop() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait "${pids[@]}" 2>/dev/null || true
  rm -rf "$dir"
}
trap stop EXIT

# Five ports that were free a moment ago.
read -r proxy account container object cache < <(python3 - <<'PY'
import socket
sockets = [socket.socket() for _ in range(5)]
for s in sockets: s.bind(("127.0.0.1", 0))
print(*[s.getsockname()[1] for s in sockets])
PY
)

mkdir -p "$dir/conf" "$dir/node/d1"
server() { # name port
  cat >"$dir/conf/$1-server.conf" <<CONF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $2
user = $(id -un)
swift_dir = $dir/conf
devices = $dir/node
mount_check = false
workers = 0
disable_fallocate = true
log_level = WARNING
[pipeline:main]
pipeline = $1-server
[app:$1-server]
use = egg:swift#$1
CONF
  (
    cd "$dir/conf"
    swift-ring-builder "$1.builder" create 4 1 1 >/dev/null
    swift-ring-builder "$1.builder" add "r1z1-127.0.0.1:$2/d1" 1 >/dev/null
    swift-ring-builder "$1.builder" rebalance >/dev/null
  )
}
server account "$account"
server container "$container"
server object "$object"

cat >"$dir/conf/proxy-server.conf" <<CONF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $proxy
user = $(id -un)
swift_dir = $dir/conf
workers = 0
log_level = WARNING
[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth symlink slo dlo versioned_writes proxy-server
[app:proxy-server]
use = egg:swift#proxy
# The proxy asks servers that are still starting. Ten errors would make it avoid them for a minute.
error_suppression_limit = 10000
account_autocreate = true
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:$cache
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:symlink]
use = egg:swift#symlink
[filter:slo]
use = egg:swift#slo
allow_async_delete = false
[filter:dlo]
use = egg:swift#dlo
[filter:versioned_writes]
use = egg:swift#versioned_writes
allow_versioned_writes = true
allow_object_versioning = true
CONF

memcached -l 127.0.0.1 -p "$cache" -m 32 -u "$(id -un)" &
pids+=($!)
for name in account container object proxy; do
  swift-$name-server "$dir/conf/$name-server.conf" >"$dir/$name.log" 2>&1 &
  pids+=($!)
done

export S3_TEST_ENDPOINT="http://127.0.0.1:$proxy" S3_TEST_BUCKET=media
export S3_TEST_ACCESS_KEY_ID=test:tester S3_TEST_SECRET_ACCESS_KEY=testing

# Ready when a bucket can be made in it, by the same client the service uses.
node --input-type=module - <<'JS'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
const { S3_TEST_ENDPOINT: endpoint, S3_TEST_BUCKET: Bucket, S3_TEST_ACCESS_KEY_ID: accessKeyId } = process.env;
const credentials = { accessKeyId, secretAccessKey: process.env.S3_TEST_SECRET_ACCESS_KEY };
const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials, maxAttempts: 1 });
const end = Date.now() + 60_000;
for (;;) {
  try {
    await client.send(new CreateBucketCommand({ Bucket }));
    break;
  } catch (fault) {
    if (Date.now() > end) throw fault;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
JS

"$@"
