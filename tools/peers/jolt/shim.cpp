// Jolt's queries about one pair of convex shapes, as C functions.
//
// Jolt's C bindings only have worlds and bodies, so this file uses the same headers as Jolt's own narrow
// phase: GJKClosestPoint and EPAPenetrationDepth for closest points and contacts, CollisionDispatch and
// ManifoldBetweenTwoFaces for manifolds. All poses are those of the centres of mass.

#include <Jolt/Jolt.h>

#include <Jolt/Core/Factory.h>
#include <Jolt/Geometry/ConvexSupport.h>
#include <Jolt/Geometry/EPAPenetrationDepth.h>
#include <Jolt/Geometry/GJKClosestPoint.h>
#include <Jolt/Physics/Collision/CollideShape.h>
#include <Jolt/Physics/Collision/CollisionDispatch.h>
#include <Jolt/Physics/Collision/ManifoldBetweenTwoFaces.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/PhysicsSettings.h>
#include <Jolt/RegisterTypes.h>

namespace {

using namespace JPH;

using Mode = ConvexShape::ESupportMode;
using Status = EPAPenetrationDepth::EStatus;

const Vec3 cNoScale = Vec3::sReplicate(1.0f);

// The distance up to which a manifold has points: the value that Box2D and Box3D use.
constexpr float cPrediction = 0.02f;

// A shape and its support function, created anew for every query, as Jolt does.
struct SupportShape {
	SupportShape(const ConvexShape &shape, Mode mode) : function(shape.GetSupportFunction(mode, buffer, cNoScale)) { }

	float Radius() const { return function->GetConvexRadius(); }

	ConvexShape::SupportBuffer buffer;
	const ConvexShape::Support *function;
};

// Two shapes in the frame of the first.
struct ShapePair {
	ShapePair(const ConvexShape &shape_a, const ConvexShape &shape_b, Mat44Arg b_to_a, Mode mode) :
		a(shape_a, mode), b(shape_b, mode), b_in_a(b_to_a, *b.function) { }

	SupportShape a, b;
	TransformedConvexObject<ConvexShape::Support> b_in_a;
};

Vec3 Load(const float *xyz) { return Vec3(xyz[0], xyz[1], xyz[2]); }

void Store(Vec3Arg vector, float *xyz) {
	xyz[0] = vector.GetX();
	xyz[1] = vector.GetY();
	xyz[2] = vector.GetZ();
}

// Returns the initial search direction, which must not be zero for GJK.
Vec3 InitialAxis(Vec3Arg axis, Vec3Arg fallback) {
	if (!axis.IsNearZero())
		return axis;
	return fallback.IsNearZero() ? Vec3::sAxisX() : fallback;
}

const ConvexShape *Leak(ConvexShape *shape) {
	shape->AddRef(); // never freed
	return shape;
}

class DeepestHitCollector final : public CollideShapeCollector {
public:
	void AddHit(const CollideShapeResult &hit) override {
		if (hit.mPenetrationDepth <= depth)
			return;
		ContactPoints on_a, on_b;
		ManifoldBetweenTwoFaces(hit.mContactPointOn1, hit.mContactPointOn2, hit.mPenetrationAxis, cPrediction * cPrediction,
			hit.mShape1Face, hit.mShape2Face, on_a, on_b JPH_IF_DEBUG_RENDERER(, RVec3::sZero()));
		depth = hit.mPenetrationDepth;
		axis = hit.mPenetrationAxis;
		points = int(on_a.size());
	}

	float depth = -FLT_MAX;
	Vec3 axis = Vec3::sAxisX();
	int points = 0;
};

} // namespace

extern "C" {

struct JoltPose {
	float position[3];
	float rotation[4];

	Quat Rotation() const { return Quat(rotation[0], rotation[1], rotation[2], rotation[3]); }
	Mat44 Matrix() const { return Mat44::sRotationTranslation(Rotation(), Load(position)); }
	Mat44 RelativeTo(const JoltPose &other) const { return other.Matrix().InversedRotationTranslation() * Matrix(); }
};

struct JoltContact {
	float depth; // minus the distance if they are separated
	float normal[3]; // in the world
	int points; // 0 if they are separated
};

void jolt_init() {
	RegisterDefaultAllocator();
	Factory::sInstance = new Factory();
	RegisterTypes();
}

const ConvexShape *jolt_sphere(float radius) { return Leak(new SphereShape(radius)); }

// Creates a box with sharp edges; Jolt would round them by default.
const ConvexShape *jolt_box(const float *half_size) { return Leak(new BoxShape(Load(half_size), 0.0f)); }

const ConvexShape *jolt_capsule(float half_length, float radius) { return Leak(new CapsuleShape(half_length, radius)); }

// Creates a hull and returns its centre of mass; null if Jolt would drop some of the points.
const ConvexShape *jolt_hull(const float *xyz, int count, float *center) {
	Array<Vec3> vertices;
	for (int i = 0; i < count; ++i)
		vertices.push_back(Load(xyz + 3 * i));
	ConvexHullShapeSettings settings(vertices, 0.0f);
	settings.mHullTolerance = 1.0e-5f;
	Shape::ShapeResult result = settings.Create();
	if (result.HasError())
		return nullptr;
	auto *hull = static_cast<ConvexHullShape *>(result.Get().GetPtr());
	if (int(hull->GetNumPoints()) != count)
		return nullptr;
	Store(hull->GetCenterOfMass(), center);
	return Leak(hull);
}

bool jolt_intersects(const ConvexShape *a, const ConvexShape *b, const JoltPose *pose_a, const JoltPose *pose_b) {
	Mat44 b_to_a = pose_b->RelativeTo(*pose_a);
	ShapePair pair(*a, *b, b_to_a, Mode::ExcludeConvexRadius);
	Vec3 axis = InitialAxis(b_to_a.GetTranslation(), Vec3::sAxisX());
	float radius = pair.a.Radius() + pair.b.Radius();
	GJKClosestPoint gjk;
	if (radius == 0.0f)
		return gjk.Intersects(*pair.a.function, pair.b_in_a, cDefaultCollisionTolerance, axis);
	Vec3 on_a, on_b;
	float limit = Square(radius);
	return gjk.GetClosestPoints(*pair.a.function, pair.b_in_a, cDefaultCollisionTolerance, limit, axis, on_a, on_b) <= limit;
}

// Returns the distance and the closest points in the frame of a. Starts from the axis, unless it is zero, and
// stores the last one there.
float jolt_closest_points(const ConvexShape *a, const ConvexShape *b, const JoltPose *pose_a, const JoltPose *pose_b, float *axis_io, float *points) {
	Mat44 b_to_a = pose_b->RelativeTo(*pose_a);
	ShapePair pair(*a, *b, b_to_a, Mode::ExcludeConvexRadius);
	Vec3 axis = InitialAxis(Load(axis_io), b_to_a.GetTranslation());
	GJKClosestPoint gjk;
	Vec3 on_a, on_b;
	float square = gjk.GetClosestPoints(*pair.a.function, pair.b_in_a, cDefaultCollisionTolerance, FLT_MAX, axis, on_a, on_b);
	Store(axis, axis_io);
	float core_distance = sqrt(square);
	float distance = core_distance - pair.a.Radius() - pair.b.Radius();
	if (distance <= 0.0f)
		return 0.0f;
	Vec3 normal = axis / core_distance;
	Store(on_a + pair.a.Radius() * normal, points);
	Store(on_b - pair.b.Radius() * normal, points + 3);
	return distance;
}

void jolt_contact(const ConvexShape *a, const ConvexShape *b, const JoltPose *pose_a, const JoltPose *pose_b, JoltContact *found) {
	Mat44 b_to_a = pose_b->RelativeTo(*pose_a);
	Vec3 axis = InitialAxis(b_to_a.GetTranslation(), Vec3::sAxisX()), on_a, on_b;
	EPAPenetrationDepth epa;
	found->points = 0;
	Status status;
	{
		ShapePair core_pair(*a, *b, b_to_a, Mode::ExcludeConvexRadius);
		status = epa.GetPenetrationDepthStepGJK(*core_pair.a.function, core_pair.a.Radius(), core_pair.b_in_a, core_pair.b.Radius(), cDefaultCollisionTolerance, axis, on_a, on_b);
	}
	if (status == Status::NotColliding)
		return;
	if (status == Status::Indeterminate) {
		ShapePair pair(*a, *b, b_to_a, Mode::IncludeConvexRadius);
		if (!epa.GetPenetrationDepthStepEPA(*pair.a.function, pair.b_in_a, cDefaultPenetrationTolerance, axis, on_a, on_b))
			return;
	}
	found->points = 1;
	found->depth = (on_a - on_b).Length();
	Store(pose_a->Rotation() * axis.NormalizedOr(Vec3::sAxisX()), found->normal);
}

// Does what Jolt does for a pair of bodies. As in Jolt, the origin is moved to the first one.
void jolt_manifold(const ConvexShape *a, const ConvexShape *b, const JoltPose *pose_a, const JoltPose *pose_b, JoltContact *found) {
	CollideShapeSettings settings;
	settings.mMaxSeparationDistance = cPrediction;
	settings.mCollectFacesMode = ECollectFacesMode::CollectFaces;
	Mat44 matrix_a = Mat44::sRotation(pose_a->Rotation());
	Mat44 matrix_b = Mat44::sRotationTranslation(pose_b->Rotation(), Load(pose_b->position) - Load(pose_a->position));
	DeepestHitCollector collector;
	CollisionDispatch::sCollideShapeVsShape(a, b, cNoScale, cNoScale, matrix_a, matrix_b, SubShapeIDCreator(), SubShapeIDCreator(), settings, collector);
	found->points = collector.points;
	found->depth = collector.depth;
	Store(collector.axis.NormalizedOr(Vec3::sAxisX()), found->normal);
}

} // extern "C"
